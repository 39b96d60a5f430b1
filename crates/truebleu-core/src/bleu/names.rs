//! Settings and rules by the names that Python has for them.

use super::rules::{
    Arithmetic, Brevity, EffectiveOrders, Finish, Joining, Mean, Missing, Rules, Scaling, Totals,
    ZeroPrecisionRule, ZeroScoreRule,
};
use super::{ReferenceLength, Smoothing};

impl Rules {
    /// Set a rule to the choice with this name; none if there is no such rule or choice.
    pub fn set(&mut self, rule: &str, choice: &str) -> Option<()> {
        match rule {
            "totals" => self.totals = totals(choice)?,
            "zero_score" => self.zero_score = zero_score(choice)?,
            "missing" => self.missing = missing(choice)?,
            "effective" => self.effective = effective(choice)?,
            "arithmetic" => self.arithmetic = arithmetic(choice)?,
            "zero_precisions" => self.zero_precisions = zero_precisions(choice)?,
            "mean" => self.mean = mean(choice)?,
            "brevity" => self.brevity = brevity(choice)?,
            "joining" => self.joining = joining(choice)?,
            "scaling" => self.scaling = scaling(choice)?,
            "finish" => self.finish = finish(choice)?,
            "references" => self.one_reference = one_reference(choice)?,
            _ => return None,
        }
        Some(())
    }
}

impl ReferenceLength {
    /// Create the rule with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "closest" => Self::Closest,
            "closest-first" => Self::ClosestFirst,
            "shortest" => Self::Shortest,
            "longest" => Self::Longest,
            "average" => Self::Average,
            _ => return None,
        })
    }
}

impl Smoothing {
    /// Create the smoothing with this name, and this value where it has one.
    pub fn from_name(name: &str, value: f64) -> Option<Self> {
        Some(match name {
            "none" => Self::None,
            "floor" => Self::Floor(value),
            "add-k" => Self::AddK(value),
            "exp" => Self::Exp,
            "method4" => Self::Method4(value),
            "method5" => Self::Method5,
            "method6" => Self::Method6(value),
            "method7" => Self::Method7(value),
            "laplace" => Self::Laplace(value),
            "pseudocounts" => Self::Pseudocounts,
            "least" => Self::Least(f64::MIN_POSITIVE),
            "least-1e-7" => Self::Least(1e-7),
            "nltk-method4" => Self::NltkMethod4(value),
            "nltk-method5" => Self::NltkMethod5,
            "nltk-method6" => Self::NltkMethod6(value),
            "nltk-method7" => Self::NltkMethod7(value),
            _ => return None,
        })
    }
}

fn totals(choice: &str) -> Option<Totals> {
    Some(match choice {
        "raw" => Totals::Raw,
        "at-least-one" => Totals::AtLeastOne,
        _ => return None,
    })
}

fn zero_score(choice: &str) -> Option<ZeroScoreRule> {
    Some(match choice {
        "no-matches" => ZeroScoreRule::NoMatches,
        "any-order" => ZeroScoreRule::AnyOrder,
        "empty-side" => ZeroScoreRule::EmptySide,
        "never" => ZeroScoreRule::Never,
        _ => return None,
    })
}

fn missing(choice: &str) -> Option<Missing> {
    Some(match choice {
        "zero" => Missing::Zero,
        "one" => Missing::One,
        "one-ngram" => Missing::OneNgram,
        value => Missing::Value(value.parse().ok()?),
    })
}

fn effective(choice: &str) -> Option<EffectiveOrders> {
    Some(match choice {
        "smoothed" => EffectiveOrders::Smoothed,
        "longest" => EffectiveOrders::Longest,
        _ => return None,
    })
}

fn arithmetic(choice: &str) -> Option<Arithmetic> {
    Some(match choice {
        "double" => Arithmetic::Double,
        "reciprocal" => Arithmetic::Reciprocal,
        "single-reciprocal" => Arithmetic::SingleReciprocal,
        "single-quotients" => Arithmetic::SingleQuotients,
        "single" => Arithmetic::Single,
        _ => return None,
    })
}

fn zero_precisions(choice: &str) -> Option<ZeroPrecisionRule> {
    Some(match choice {
        "annihilate" => ZeroPrecisionRule::Annihilate,
        "drop" => ZeroPrecisionRule::Drop,
        "renormalise" => ZeroPrecisionRule::Renormalise,
        _ => return None,
    })
}

fn mean(choice: &str) -> Option<Mean> {
    Some(match choice {
        "quotient" => Mean::Quotient,
        "reciprocal" => Mean::Reciprocal,
        "terms" => Mean::Terms,
        "exact-terms" => Mean::ExactTerms,
        "root" => Mean::Root,
        _ => return None,
    })
}

fn brevity(choice: &str) -> Option<Brevity> {
    Some(match choice {
        "lengths" => Brevity::Lengths,
        "ratio" => Brevity::Ratio,
        "guarded" => Brevity::Guarded,
        "inverted" => Brevity::Inverted,
        _ => return None,
    })
}

fn joining(choice: &str) -> Option<Joining> {
    Some(match choice {
        "product" => Joining::Product,
        "exponent" => Joining::Exponent,
        _ => return None,
    })
}

fn scaling(choice: &str) -> Option<Scaling> {
    Some(match choice {
        "first" => Scaling::First,
        "last" => Scaling::Last,
        _ => return None,
    })
}

fn finish(choice: &str) -> Option<Finish> {
    Some(match choice {
        "whole" => Finish::Whole,
        "as-is" => Finish::AsIs,
        "clamp" => Finish::Clamp,
        rounded => Finish::Decimals(rounded.strip_prefix("decimals-")?.parse().ok()?),
    })
}

fn one_reference(choice: &str) -> Option<bool> {
    match choice {
        "one" => Some(true),
        "any" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_smoothing_has_a_name() {
        use Smoothing as S;
        let named = [
            ("none", S::None),
            ("floor", S::Floor(0.5)),
            ("add-k", S::AddK(0.5)),
            ("exp", S::Exp),
            ("method4", S::Method4(0.5)),
            ("method5", S::Method5),
            ("method6", S::Method6(0.5)),
            ("method7", S::Method7(0.5)),
            ("laplace", S::Laplace(0.5)),
            ("pseudocounts", S::Pseudocounts),
            ("least", S::Least(f64::MIN_POSITIVE)),
            ("least-1e-7", S::Least(1e-7)),
            ("nltk-method4", S::NltkMethod4(0.5)),
            ("nltk-method5", S::NltkMethod5),
            ("nltk-method6", S::NltkMethod6(0.5)),
            ("nltk-method7", S::NltkMethod7(0.5)),
        ];
        for (name, smoothing) in named {
            assert_eq!(S::from_name(name, 0.5), Some(smoothing));
        }
        assert_eq!(S::from_name("method3", 0.5), None);
    }

    #[test]
    fn every_rule_for_the_reference_length_has_a_name() {
        use ReferenceLength as R;
        let rules = [R::Closest, R::ClosestFirst, R::Shortest, R::Longest, R::Average];
        let names = ["closest", "closest-first", "shortest", "longest", "average"];
        assert_eq!(names.map(R::from_name), rules.map(Some));
        assert_eq!(R::from_name("first"), None);
    }

    #[test]
    fn rules_are_set_by_their_names() {
        let usual = Rules::default;
        let named = [
            ("totals", "at-least-one", Rules { totals: Totals::AtLeastOne, ..usual() }),
            ("zero_score", "never", Rules { zero_score: ZeroScoreRule::Never, ..usual() }),
            ("missing", "0.5", Rules { missing: Missing::Value(0.5), ..usual() }),
            ("effective", "longest", Rules { effective: EffectiveOrders::Longest, ..usual() }),
            ("effective", "smoothed", usual()),
            ("arithmetic", "single", Rules { arithmetic: Arithmetic::Single, ..usual() }),
            ("mean", "root", Rules { mean: Mean::Root, ..usual() }),
            ("brevity", "inverted", Rules { brevity: Brevity::Inverted, ..usual() }),
            ("joining", "exponent", Rules { joining: Joining::Exponent, ..usual() }),
            ("scaling", "last", Rules { scaling: Scaling::Last, ..usual() }),
            ("finish", "decimals-2", Rules { finish: Finish::Decimals(2), ..usual() }),
            ("references", "one", Rules { one_reference: true, ..usual() }),
        ];
        for (rule, choice, expected) in named {
            let mut rules = usual();
            assert_eq!(rules.set(rule, choice), Some(()), "{rule}");
            assert_eq!(rules, expected, "{rule}");
        }
        assert_eq!(usual().set("effective", "shortest"), None);
        assert_eq!(usual().set("order", "longest"), None);
    }
}
