//! The lines of a file, fed as blocks of bytes, and counting them without Python strings.

use std::sync::Mutex;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use truebleu_core::corpus::{self, Output, Segments};
use truebleu_core::error::Error;
use truebleu_core::lines::{
    Chunk, Front, Invalid, LineError, LineQueue, LineSplitter, OddSeparator, Survey, Tally,
};
use truebleu_core::metric::Metric;
use truebleu_core::segment::Text;
use truebleu_core::threads::{self, locked};

use crate::errors::{configuration_error, core_error, file_error, internal_error};

/// What Python is told of a file: lines, whether it began with a byte order mark, (how many, first)
/// of the empty, the tokenized and the repaired lines, and the first line of each odd separator.
type SurveyParts = (u64, bool, (u64, u64), (u64, u64), (u64, u64), Vec<(&'static str, u64)>);

/// One file's lines.
///
/// Reading and counting use locks of their own, so one thread can push while another counts.
#[pyclass(frozen, module = "truebleu._native")]
pub struct Lines {
    name: String,
    // In a box: it holds vectors of 32 bytes that must lie at multiples of 32, and Python's allocator
    // promises multiples of 16.
    splitter: Mutex<Box<LineSplitter>>,
    waiting: Mutex<Waiting>,
}

const _: () = assert!(align_of::<Lines>() <= 16);

#[derive(Default)]
struct Waiting {
    queue: LineQueue,
    /// Number of dropped lines, to be added for the line number in the file.
    dropped: usize,
}

#[pymethods]
impl Lines {
    #[new]
    #[pyo3(signature = (name, invalid = "error"))]
    fn new(py: Python<'_>, name: String, invalid: &str) -> PyResult<Self> {
        let invalid = match invalid {
            "error" => Invalid::Error,
            "replace" => Invalid::Replace,
            other => {
                let message = format!("unknown invalid='{other}'. Choose from: error, replace.");
                return Err(configuration_error(py, &message));
            }
        };
        Ok(Self {
            name,
            splitter: Mutex::new(Box::new(LineSplitter::new(invalid))),
            waiting: Mutex::default(),
        })
    }

    /// Take the next bytes of the file, cut anywhere.
    fn push(&self, py: Python<'_>, block: &Bound<'_, PyBytes>) -> PyResult<()> {
        let bytes = block.as_bytes();
        self.split(py, |splitter| splitter.push(bytes))
    }

    /// End the file: a last line without a line end counts.
    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        self.split(py, |splitter| splitter.finish())
    }

    /// Number of complete lines that wait.
    #[getter]
    fn waiting_lines(&self) -> usize {
        locked(&self.waiting).queue.waiting()
    }

    /// Bytes of text held for them.
    #[getter]
    fn waiting_bytes(&self) -> usize {
        locked(&self.waiting).queue.bytes()
    }

    /// Return the first `count` waiting lines (all, if fewer wait). Check for Ctrl-C on the way:
    /// they may be those of a whole file.
    fn texts<'py>(&self, py: Python<'py>, count: usize) -> PyResult<Bound<'py, PyList>> {
        const AT_ONCE: usize = 1 << 14;
        let queue = self.snapshot().0;
        let lines = PyList::empty(py);
        for (i, line) in queue.front(count).lines().enumerate() {
            lines.append(PyString::new(py, line))?;
            if i % AT_ONCE == 0 {
                py.check_signals()?;
            }
        }
        Ok(lines)
    }

    /// Return whether the first `count` waiting lines are those of `other`.
    fn equals(&self, py: Python<'_>, other: &Self, count: usize) -> bool {
        let (ours, others) = (self.snapshot().0, other.snapshot().0);
        py.detach(|| ours.front(count).lines().eq(others.front(count).lines()))
    }

    /// Clear the first `count` waiting lines.
    fn drop(&self, count: usize) {
        let mut waiting = locked(&self.waiting);
        waiting.dropped += count.min(waiting.queue.waiting());
        waiting.queue.drop(count);
    }

    /// Return the survey of the file so far.
    fn survey(&self) -> SurveyParts {
        let splitter = locked(&self.splitter);
        let survey: &Survey = splitter.survey();
        let pair = |tally: Tally| (tally.count, tally.first);
        let separators = OddSeparator::ALL.into_iter().zip(survey.odd_separators);
        (
            survey.lines,
            survey.byte_order_mark,
            pair(survey.empty),
            pair(survey.tokenized),
            pair(survey.replaced),
            separators
                .filter(|&(_, line)| line > 0)
                .map(|(kind, line)| (kind.name(), line))
                .collect(),
        )
    }
}

impl Lines {
    /// Run the splitter without the interpreter lock, and queue its lines.
    fn split(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut LineSplitter) -> Result<Option<Chunk>, LineError> + Send,
    ) -> PyResult<()> {
        let chunk = py
            .detach(|| work(&mut locked(&self.splitter)))
            .map_err(|error| self.error(py, &error))?;
        if let Some(chunk) = chunk {
            locked(&self.waiting).queue.push(chunk);
        }
        Ok(())
    }

    fn error(&self, py: Python<'_>, error: &LineError) -> PyErr {
        let (message, line) = match error {
            LineError::Utf8 { line, .. } => {
                (format!("{}, {error}. Use --invalid replace to continue.", self.name), Some(*line))
            }
            LineError::Wide(_) => (format!("{}: {error}", self.name), None),
        };
        file_error(py, &message, &self.name, line)
    }

    /// Return the lines that wait now, which stay what they are, and how many came before them.
    fn snapshot(&self) -> (LineQueue, usize) {
        let waiting = locked(&self.waiting);
        (waiting.queue.clone(), waiting.dropped)
    }
}

/// Lines of the files of one system or several, and of one or more reference files.
struct SideBySide<'l> {
    hypotheses: Vec<Front<'l>>,
    references: Vec<Front<'l>>,
}

impl Segments for SideBySide<'_> {
    fn len(&self) -> usize {
        self.hypotheses[0].len()
    }

    fn systems(&self) -> usize {
        self.hypotheses.len()
    }

    fn segment<'s>(&'s self, i: usize, references: &mut Vec<Text<'s>>) -> Text<'s> {
        references.extend(self.references.iter().map(|lines| Text::Plain(lines.line(i))));
        Text::Plain(self.hypotheses[0].line(i))
    }

    fn hypothesis(&self, i: usize, system: usize) -> Text<'_> {
        Text::Plain(self.hypotheses[system].line(i))
    }
}

/// Do some work, without the interpreter lock, with the first `segments` waiting lines of each
/// file; an error of the core counts segments from the first of these.
pub fn side_by_side(
    py: Python<'_>,
    hypotheses: &Lines,
    references: &[PyRef<'_, Lines>],
    segments: usize,
    work: impl FnOnce(&dyn Segments) -> Result<(), Error> + Send,
) -> PyResult<()> {
    let hypotheses = hypotheses.snapshot().0;
    let references: Vec<LineQueue> = references.iter().map(|lines| lines.snapshot().0).collect();
    check_ready(references.iter().chain([&hypotheses]), segments)?;
    py.detach(|| {
        work(&SideBySide {
            hypotheses: vec![hypotheses.front(segments)],
            references: references.iter().map(|queue| queue.front(segments)).collect(),
        })
    })
    .map_err(|error| core_error(py, &error))
}

fn check_ready<'q>(
    mut files: impl Iterator<Item = &'q LineQueue>,
    segments: usize,
) -> PyResult<()> {
    if files.any(|queue| queue.waiting() < segments) {
        return Err(internal_error("fewer lines are waiting than must be counted"));
    }
    Ok(())
}

/// The number of threads that count lines, and what the calling one calls `meanwhile`, without
/// arguments, before it counts with the others: nothing, if there are no others.
pub struct Sharing<'py> {
    pub threads: usize,
    pub meanwhile: Option<Bound<'py, PyAny>>,
}

/// Count the first `segments` waiting lines of each file, as [`corpus::count_parallel`] does.
pub fn count_lines(
    py: Python<'_>,
    metric: &dyn Metric,
    hypotheses: &[&Lines],
    references: &[PyRef<'_, Lines>],
    segments: usize,
    sharing: Sharing<'_>,
    output: Output<'_>,
) -> PyResult<Vec<i64>> {
    let (hypotheses, before): (Vec<LineQueue>, Vec<usize>) =
        hypotheses.iter().map(|lines| lines.snapshot()).unzip();
    let Some(&before) = before.first() else {
        return Err(internal_error("at least one system is required"));
    };
    let references: Vec<LineQueue> = references.iter().map(|lines| lines.snapshot().0).collect();
    check_ready(references.iter().chain(&hypotheses), segments)?;
    let threads = threads::how_many(sharing.threads, segments);
    let meanwhile = sharing.meanwhile.map(Bound::unbind);
    let mut called = Ok(());
    let result = py.detach(|| {
        let lines = SideBySide {
            hypotheses: hypotheses.iter().map(|queue| queue.front(segments)).collect(),
            references: references.iter().map(|queue| queue.front(segments)).collect(),
        };
        corpus::count_parallel(metric, &lines, threads, output, || {
            if let Some(meanwhile) = meanwhile {
                called = Python::attach(|py| meanwhile.call0(py).map(drop));
            }
        })
    });
    let result = result.map_err(|error| core_error(py, &error.after(before)))?;
    called.and(Ok(result))
}
