#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| truebleu_arrow::fuzzing::columns(data));
