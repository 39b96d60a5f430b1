use crate::testing::Random;
use std::path::PathBuf;

use super::TARGETS;
use super::tape::Tape;

/// Return the inputs in `fuzz/`: a line of hexadecimal digits each.
fn inputs(name: &str) -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/inputs");
    let text = std::fs::read_to_string(folder.join(format!("{name}.hex"))).expect("it is there");
    let bytes = |line: &str| -> Vec<u8> {
        assert!(line.len().is_multiple_of(2), "{name}: {line}");
        let byte = |position: usize| {
            u8::from_str_radix(&line[position..position + 2], 16).expect("it is hexadecimal")
        };
        (0..line.len()).step_by(2).map(byte).collect()
    };
    text.lines().filter(|line| !line.starts_with('#')).map(bytes).collect()
}

#[test]
fn what_fuzzers_found_stays_mended() {
    for (name, target) in TARGETS {
        let inputs = inputs(name);
        assert!(inputs.len() >= 10, "{name} has {} inputs", inputs.len());
        inputs.iter().for_each(|input| target(input));
    }
}

#[test]
fn inputs_that_are_changed_a_little_pass_as_well() {
    // A fuzzer's first steps, identical in every run.
    let mut random = Random(1);
    let mut random = move |limit| random.below(limit);
    for (name, target) in TARGETS {
        let inputs = inputs(name);
        for _ in 0..60 {
            let mut input = inputs[random(inputs.len())].clone();
            for _ in 0..random(4) {
                let position = random(input.len() + 1);
                match random(3) {
                    0 => input.insert(position, random(256) as u8),
                    1 if position < input.len() => input[position] = random(256) as u8,
                    _ => input.truncate(position),
                }
            }
            target(&input);
        }
    }
}

#[test]
fn a_tape_ends_with_zeros() {
    let mut tape = Tape::new(&[7, 1, 2, 0xFF, 3, 0xFF, 4]);
    assert_eq!(tape.below(5), 2);
    assert_eq!(tape.parts(2), [&[1, 2][..], &[3, 0xFF, 4]]);
    assert_eq!((tape.byte(), tape.word(), tape.texts(1)), (0, 0, vec![String::new()]));
}
