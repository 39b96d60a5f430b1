//! Small numbers for characters.

/// Characters in a page.
const PAGE: usize = 256;
/// Pages of all of Unicode.
const PAGES: usize = 0x11_0000 / PAGE;
/// The characters that are their own numbers.
const ASCII: u32 = 128;
/// With more characters than these, the alphabet starts again.
const MANY: u32 = 4096;

/// Numbers for characters: ASCII its own, others the next that is free when they are first seen.
/// Numbers last from text to text: most texts of a corpus have no character that is new.
#[derive(Debug)]
pub(super) struct Alphabet {
    /// Code point / 256 -> its page in `numbers`; 0: none yet.
    pages: Vec<u16>,
    /// Page 0 holds nothing. 0: no number yet.
    numbers: Vec<[u32; PAGE]>,
    next: u32,
}

impl Default for Alphabet {
    fn default() -> Self {
        Self { pages: vec![0; PAGES], numbers: vec![[0; PAGE]], next: ASCII }
    }
}

impl Alphabet {
    /// Return the largest number plus one.
    pub(super) fn size(&self) -> usize {
        self.next as usize
    }

    /// Clear the characters if there are very many. Numbers that were given before cannot be
    /// compared with those that follow.
    pub(super) fn bound(&mut self) {
        if self.next > MANY {
            *self = Self::default();
        }
    }

    /// Return the number of a character outside ASCII.
    #[inline(always)]
    pub(super) fn wide(&mut self, code: u32) -> u32 {
        let (page, place) = (code as usize / PAGE, code as usize % PAGE);
        let number = self.numbers[usize::from(self.pages[page])][place];
        if number == 0 { self.add(page, place) } else { number }
    }

    #[cold]
    fn add(&mut self, page: usize, place: usize) -> u32 {
        if self.pages[page] == 0 {
            self.pages[page] = self.numbers.len() as u16;
            self.numbers.push([0; PAGE]);
        }
        let number = self.next;
        self.numbers[usize::from(self.pages[page])][place] = number;
        self.next += 1;
        number
    }
}
