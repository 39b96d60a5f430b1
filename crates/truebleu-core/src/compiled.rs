//! References that were read once, for many hypotheses: those of a prompt, for instance, against
//! which a model that is trained has its answers scored.
//!
//! A metric declares what it can prepare of references for all hypotheses
//! ([`Abilities::references`](crate::abilities::Abilities::references)); other metrics count text
//! against text each time. The rows are the same.

use crate::abilities::{PreparedReferences, Scratch};
use crate::error::Error;
use crate::metric::{Counter, Metric};
use crate::segment::{Text, check_texts};
use crate::threads;

/// The references of a segment.
pub struct Compiled {
    texts: Vec<Owned>,
    prepared: Option<Box<dyn PreparedReferences>>,
}

/// A text of its own.
enum Owned {
    Plain(String),
    Words { bytes: Vec<u8>, ends: Vec<u32> },
    Ids(Vec<i64>),
}

impl Owned {
    fn new(text: Text<'_>) -> Self {
        match text {
            Text::Plain(text) => Self::Plain(text.to_owned()),
            Text::Words { bytes, ends } => {
                Self::Words { bytes: bytes.to_owned(), ends: ends.to_owned() }
            }
            Text::Ids(ids) => Self::Ids(ids.to_owned()),
        }
    }

    fn text(&self) -> Text<'_> {
        match self {
            Self::Plain(text) => Text::Plain(text),
            Self::Words { bytes, ends } => Text::Words { bytes, ends },
            Self::Ids(ids) => Text::Ids(ids),
        }
    }

    const fn bytes(&self) -> usize {
        size_of::<Self>()
            + match self {
                Self::Plain(text) => text.len(),
                Self::Words { bytes, ends } => bytes.len() + size_of_val(ends.as_slice()),
                Self::Ids(ids) => size_of_val(ids.as_slice()),
            }
    }
}

impl Compiled {
    /// Read the references of a segment for `metric`.
    ///
    /// # Errors
    /// When they cannot be counted; the segment in the error is 0.
    pub fn new(metric: &dyn Metric, references: &[Text<'_>]) -> Result<Self, Error> {
        metric.check_references(references.len())?;
        if let Some(&first) = references.first() {
            check_texts(first, references)?;
        }
        let prepared = metric.abilities().references.map(|once| once.prepare(references));
        let texts = match (&prepared, references) {
            // What is left to know of them is of which kind they are.
            (Some(_), [Text::Plain(_), ..]) => vec![Owned::Plain(String::new())],
            (Some(_), [Text::Ids(_), ..]) => vec![Owned::Ids(Vec::new())],
            (Some(_), _) => vec![Owned::Words { bytes: Vec::new(), ends: Vec::new() }],
            (None, _) => references.iter().map(|&text| Owned::new(text)).collect(),
        };
        Ok(Self { texts, prepared })
    }

    /// Estimate how much memory they take.
    pub fn bytes(&self) -> usize {
        let text_bytes: usize = self.texts.iter().map(Owned::bytes).sum();
        text_bytes + self.prepared.as_ref().map_or(0, |prepared| prepared.bytes())
    }

    fn count(
        &self,
        counter: &mut dyn Counter,
        scratch: &mut Scratch,
        hypothesis: Text<'_>,
        row: &mut [i64],
    ) -> Result<(), Error> {
        match &self.prepared {
            Some(prepared) => {
                check_texts(hypothesis, &[self.texts[0].text()])?;
                prepared.count(scratch, hypothesis, row)
            }
            None => {
                let references: Vec<_> = self.texts.iter().map(Owned::text).collect();
                counter.count(hypothesis, &references, row)
            }
        }
    }
}

/// Count each hypothesis against its references on `threads` threads: writes the row of each.
///
/// # Errors
/// A hypothesis that cannot be counted; it is counted from 0.
pub fn rows(
    metric: &dyn Metric,
    hypotheses: &[(Text<'_>, &Compiled)],
    threads: usize,
    rows: &mut [i64],
) -> Result<(), Error> {
    const PART: usize = 16;
    let columns = metric.columns().len();
    let parts = hypotheses.chunks(PART).zip(rows.chunks_mut(PART * columns)).enumerate();
    let state = || (metric.counter(), Scratch::default());
    threads::try_each(threads, parts, state, |(counter, scratch), (part, (hypotheses, rows))| {
        let places = hypotheses.iter().zip(rows.chunks_exact_mut(columns)).enumerate();
        for (i, (&(hypothesis, references), row)) in places {
            references
                .count(&mut **counter, scratch, hypothesis, row)
                .map_err(|error| error.after(part * PART + i))?;
        }
        Ok(())
    })?;
    Ok(())
}

#[cfg(test)]
mod tests;
