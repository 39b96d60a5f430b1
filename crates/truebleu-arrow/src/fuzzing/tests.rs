use std::path::PathBuf;

use super::columns;

/// Return the inputs in `fuzz/`: a line of hexadecimal digits each.
fn inputs() -> Vec<Vec<u8>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/inputs/columns.hex");
    let text = std::fs::read_to_string(path).expect("it is there");
    let byte = |digits: &[u8]| {
        let digits = std::str::from_utf8(digits).expect("it is text");
        u8::from_str_radix(digits, 16).expect("it is hexadecimal")
    };
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.as_bytes().chunks(2).map(byte).collect()).collect()
}

#[test]
fn what_fuzzers_found_stays_mended() {
    let inputs = inputs();
    assert!(inputs.len() >= 10);
    inputs.iter().for_each(|input| columns(input));
}

#[test]
fn random_arrays_are_read_as_their_buffers_say() {
    let mut state = 1_u64;
    for round in 0..20_000 {
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(0xB5);
            (state >> 33) as u8
        };
        // Buffers of letters are valid texts; arbitrary bytes mostly are not.
        let letters = round % 3 > 0;
        let byte = |at: usize, byte: u8| if letters && at > 30 { b'a' + byte % 26 } else { byte };
        let input: Vec<u8> = (0..400).map(|at| byte(at, random())).collect();
        columns(&input);
    }
}
