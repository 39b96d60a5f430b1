//! Targets about pairs of texts: matches, edits, rows of metrics; and the bytes of a comparison's
//! parts.

use super::tape::Tape;
use super::texts::with_every_kernel;
use crate::bleu::{Average, Bleu, ReferenceLength, Rules, Smoothing};
use crate::chrf::{self, Chrf};
use crate::compiled::{self, Compiled};
use crate::gleu::Gleu;
use crate::kernels::KernelChoice;
use crate::metric::{AVERAGE_UNIT, Metric};
use crate::ngrams::every_way::every_way;
use crate::ngrams::{Words, trie};
use crate::resampling::shard::{Draws, Shard};
use crate::resegmentation::{Problem, Reference, Rules as CutRules, definition as tables};
use crate::rouge::{self, Package, Rouge, Variant};
use crate::segment::Text;
use crate::ter::every_way::every_way as edits_in_every_way;
use crate::ter::{Ter, TercomTokenizer};
use crate::text::lowercase::{Case, Casing};
use crate::tokenizers::Tokenizer;
use crate::tokens::Tokens;

/// Texts that are longer take long where the plain form is slow.
const MOST_WORDS: usize = 70;

/// Longer ones have as many strips.
const MOST_TOKENS: usize = 1200;

/// Return a word for each byte, some of them longer than a key, which share their ends.
fn words_of(bytes: &[u8]) -> (Vec<u8>, Tokens) {
    let (mut text, mut ends) = (Vec::new(), Vec::new());
    for byte in bytes {
        match byte % 4 {
            0 => text.extend(format!("internation{byte}alisation").bytes()),
            _ => text.extend(byte.to_string().bytes()),
        }
        ends.push(text.len() as u32);
    }
    let mut tokens = Tokens::default();
    tokens.set_words(&text, &ends);
    (text, tokens)
}

/// Check clipped matches of n-grams, counted in every way.
pub fn ngrams(data: &[u8]) {
    let mut tape = Tape::new(data);
    let (orders, references) = (1 + tape.below(9), 1 + tape.below(4));
    let texts: Vec<_> = tape.parts(1 + references).into_iter().map(words_of).collect();
    let words: Vec<_> = texts.iter().map(|(bytes, tokens)| Words { tokens, bytes }).collect();
    every_way(words[0], &words[1..], orders, &mut trie::Seen::default());
}

/// Check longest common subsequences and the unions of those of sentences, computed in every way.
pub fn subsequences(data: &[u8]) {
    let mut tape = Tape::new(data);
    let (alphabet, period) = (tape.byte().max(1), 1 + tape.below(200));
    let repeats = [(); 2].map(|()| 1 + tape.below(20));
    let texts: Vec<Vec<Vec<Vec<u8>>>> = tape
        .parts(2)
        .into_iter()
        .zip(repeats)
        .map(|(part, repeats)| {
            let numbers: Vec<u8> = part.iter().map(|byte| byte % alphabet).collect();
            let mut numbers = numbers.repeat(repeats);
            numbers.truncate(MOST_TOKENS);
            let (text, tokens) = words_of(&numbers);
            let words: Vec<_> =
                (0..tokens.len()).map(|i| tokens.token(&text, i).to_vec()).collect();
            words.chunks(period).map(<[_]>::to_vec).collect()
        })
        .collect();
    rouge::definition::check(&texts[0], &texts[1]);
}

fn chrf(tape: &mut Tape<'_>, kernel: KernelChoice) -> Chrf {
    let (char_order, word_order, flags) = (1 + tape.below(10), tape.below(6), tape.byte());
    Chrf {
        char_order,
        word_order,
        beta_squared: 4.0,
        lowercase: flags & 1 == 1,
        whitespace: flags & 2 == 2,
        eps_smoothing: flags & 4 == 4,
        kernel,
    }
}

fn row(metric: &dyn Metric, hypothesis: Text<'_>, references: &[Text<'_>]) -> Vec<i64> {
    let mut row = vec![0; metric.columns().len()];
    metric.counter().count(hypothesis, references, &mut row).expect("it counts");
    row
}

/// Check chrF's rows against dictionaries of n-grams.
pub fn characters(data: &[u8]) {
    let mut tape = Tape::new(data);
    let plain = chrf(&mut tape, KernelChoice::Portable);
    let texts = tape.texts(2);
    let actual = with_every_kernel(|kernel| {
        row(&Chrf { kernel, ..plain.clone() }, Text::Plain(&texts[0]), &[Text::Plain(&texts[1])])
    });
    assert_eq!(actual, chrf::definition::expected(&plain, &texts[0], &texts[1]));
}

/// Check TER's edits in every way. With a large alphabet, texts are followed by as many words of
/// another one: long enough to drift out of the band.
pub fn edits(data: &[u8]) {
    let mut tape = Tape::new(data);
    let alphabet = tape.byte().max(1);
    let times = 1 + u32::from(alphabet / 128);
    let texts: Vec<Vec<u32>> = tape
        .parts(2)
        .into_iter()
        .map(|part| {
            let part = &part[..part.len().min(MOST_WORDS)];
            let word = |time: u32, byte: u8| u32::from(byte % alphabet) + time * 256;
            (0..times).flat_map(|time| part.iter().map(move |&byte| word(time, byte))).collect()
        })
        .collect();
    let [hypothesis, reference] =
        [0, 1].map(|i: usize| -> Vec<i64> { texts[i].iter().map(|&word| word.into()).collect() });
    let tokenizer = TercomTokenizer::default();
    let actual = with_every_kernel(|kernel| {
        row(&Ter { tokenizer, kernel }, Text::Ids(&hypothesis), &[Text::Ids(&reference)])
    });
    let length = reference.len() as i64 * AVERAGE_UNIT;
    assert_eq!(actual, [edits_in_every_way(&texts[0], &texts[1]).into(), length]);
}

/// Check the borders of a re-segmented text against tables of every cell.
pub fn segments(data: &[u8]) {
    let mut tape = Tape::new(data);
    let (alphabet, distance) = (tape.byte().max(1), 1 + tape.below(40));
    let rules = [CutRules::Exact, CutRules::Mweralign][tape.below(2)];
    let numbers = |part: &[u8]| -> Vec<u32> {
        part.iter().take(MOST_WORDS).map(|byte| u32::from(byte % alphabet)).collect()
    };
    let parts = tape.parts(1 + 8);
    let hypothesis = numbers(parts[0]);
    let mut reference = Reference::default();
    for part in &parts[1..] {
        // Several references are separated by 0xFE.
        for tokens in part.split(|&byte| byte == 0xFE) {
            reference.add(numbers(tokens));
        }
        reference.end_segment();
    }
    let inside: Vec<bool> = hypothesis.iter().map(|number| number % 3 == 1).collect();
    let expected = [&[][..], &inside]
        .map(|inside| Some(tables::expected(&hypothesis, &reference, rules, inside)));
    let actual = with_every_kernel(|kernel| {
        let (hypothesis, reference, vocabulary) = (&hypothesis[..], &reference, 256);
        let problem = Problem { hypothesis, reference, vocabulary, rules, kernel };
        [problem.cut_with(distance, || true), problem.cut_between(&inside, || true)]
    });
    assert_eq!(actual, expected);
}

/// Return a metric whose settings are numbers of the tape.
fn metric(mut tape: Tape<'_>, kernel: KernelChoice) -> Box<dyn Metric> {
    let kind = tape.below(6);
    let tokenizer = Tokenizer::ALL[tape.below(Tokenizer::ALL.len())];
    let case = Case::ALL[tape.below(Case::ALL.len())];
    let flags = tape.byte();
    match kind {
        0 => Box::new(chrf(&mut tape, kernel)),
        1 => {
            let tokenizer = TercomTokenizer {
                normalized: flags & 1 == 1,
                no_punct: flags & 2 == 2,
                asian_support: flags & 4 == 4,
                case_sensitive: flags & 8 == 8,
            };
            Box::new(Ter { tokenizer, kernel })
        }
        2 => {
            let case = Casing::from(case);
            let min_order = 1 + tape.below(3);
            let max_order = min_order + tape.below(5);
            Box::new(Gleu { tokenizer, case, min_order, max_order, scale: 1.0, kernel })
        }
        3 => {
            let all = [Variant::Ngrams(1 + tape.below(5)), Variant::Subsequence, Variant::Summary];
            let first = all[tape.below(3)];
            let others = all.into_iter().filter(|&one| one != first && flags & 2 == 2);
            let (variants, stem) = ([first].into_iter().chain(others).collect(), flags & 1 == 1);
            let package = match flags >> 2 & 3 {
                1 => Package::Pltrdy { repeats: false },
                2 => Package::Pltrdy { repeats: true },
                _ => Package::RougeScore,
            };
            Box::new(Rouge { package, variants, tokenizer, case, stem, scale: 1.0, kernel })
        }
        _ => Box::new(Bleu {
            tokenizer,
            case: case.into(),
            orders: 1 + tape.below(9),
            weights: None,
            reference_length: ReferenceLength::Closest,
            smoothing: Smoothing::Exp,
            scale: 100.0,
            rules: Rules::default(),
            average: Average::Micro,
            of_several: String::new(),
            kernel,
        }),
    }
}

/// Check the row of a segment by every metric: by every kernel, after another segment, against
/// references that are known, and compiled.
pub fn metrics(data: &[u8]) {
    let (settings, rest) = data.split_at(data.len().min(8));
    let mut tape = Tape::new(rest);
    let references = 1 + tape.below(4);
    // Edit distances of long texts are slow and have a separate target.
    let shorten = |text: String| text.chars().take(300).collect::<String>();
    let texts: Vec<String> = tape.texts(2 + references).into_iter().map(shorten).collect();
    let texts: Vec<_> = texts.iter().map(|text| Text::Plain(text)).collect();
    let (hypotheses, references) = texts.split_at(2);
    let rows = with_every_kernel(|kernel| {
        let metric = metric(Tape::new(settings), kernel);
        hypotheses.iter().map(|&text| row(&*metric, text, references)).collect::<Vec<_>>()
    });
    let metric = metric(Tape::new(settings), KernelChoice::Portable);
    for row in &rows {
        assert!(metric.value(row, true).is_finite(), "the score of {row:?}");
    }
    let mut counter = metric.counter();
    let mut again = vec![vec![0; metric.columns().len()]; 3];
    counter.count(hypotheses[0], references, &mut again[0]).expect("it counts");
    counter.count_again(hypotheses[1], references, &mut again[1]).expect("it counts");
    counter.count_from(1, hypotheses[0], &references[..1], &mut again[2]).expect("it counts");
    assert_eq!(again[..2], rows);
    assert_eq!(again[2], row(&*metric, hypotheses[0], &references[..1]));
    let compiled = Compiled::new(&*metric, references).expect("it reads");
    let pairs: Vec<_> = hypotheses.iter().map(|&text| (text, &compiled)).collect();
    let mut actual = vec![0; 2 * metric.columns().len()];
    compiled::rows(&*metric, &pairs, 1, &mut actual).expect("it counts");
    assert_eq!(actual, rows.concat());
}

/// Check the bytes of a comparison's part: refused, or read and written again.
pub fn shards(data: &[u8]) {
    let mut tape = Tape::new(data);
    let draws = Draws { seed: 1, trials: tape.below(2), resamples: tape.below(2) };
    let empty = Shard::new(draws, 1 + tape.below(3), 1 + tape.below(3));
    let mut part = empty.clone();
    if part.take_bytes(tape.take_all()) {
        let mut again = empty;
        assert!(again.take_bytes(&part.to_bytes()));
        assert_eq!(again, part);
    } else {
        assert_eq!(part, empty);
    }
}
