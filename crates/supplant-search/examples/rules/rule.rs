//! The family. All numbers are quarters of an octave, a factor of two, but where something else is said.

/// A rule; [`Rule::FIRST`] is SIEGE as it was at first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule {
    /// Slots of a bucket.
    pub(crate) width: usize,
    /// Whether the nodes that a hit stands for count toward the size of the subtree it ended: 1; the hit alone: 0.
    pub(crate) subtree: i32,
    /// What a ply of draft adds to the size.
    pub(crate) draft: i32,
    /// How much a new entry is worn.
    pub(crate) unused: i32,
    /// How much more, if its score is an upper bound.
    pub(crate) upper: i32,
    /// How much more a newcomer counts than it will as a resident.
    pub(crate) newcomer: i32,
    /// 1: a newcomer always takes the slot of least worth.
    pub(crate) always: i32,
    /// By how much a resident wears that holds its slot.
    pub(crate) step: i32,
    /// By how much the next of least worth wears where a slot is taken.
    pub(crate) second: i32,
    /// One refusal in so many wears.
    pub(crate) chance: i32,
    /// The most wear.
    pub(crate) most: i32,
    /// How much wear a hit mends.
    pub(crate) mended: i32,
    /// What worth is learned: 0 nothing, 1 how often an entry of this draft and bound is met again, 2 of this size and bound, 3 how
    /// often it ends a search by this draft and bound.
    pub(crate) learned: i32,
    /// One bucket in so many is learned from.
    pub(crate) sampled: i32,
    /// Stores that a bucket's memory of what it was offered goes back.
    pub(crate) memory: i32,
}

impl Rule {
    /// The first version: an octave is 4.
    pub(crate) const FIRST: Self = Self {
        width: 4,
        subtree: 0,
        draft: 0,
        unused: 12,
        upper: 4,
        newcomer: 4,
        always: 0,
        step: 4,
        second: 0,
        chance: 1,
        most: 28,
        mended: i32::MAX,
        learned: 0,
        sampled: 1,
        memory: 64,
    };
}

impl std::str::FromStr for Rule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut rule = Self::FIRST;
        for word in text.split_ascii_whitespace().filter(|&word| word != "first") {
            let knob =
                word.split_once('=').and_then(|(knob, number)| Some((knob, number.parse::<i32>().ok()?)));
            let (knob, number) = knob
                .filter(|&(_, number)| number >= 0)
                .ok_or(format!("`{word}` is neither a scheme nor knob=number"))?;
            *(match knob {
                "width" if [1, 2, 4, 8, 16].contains(&number) => {
                    rule.width = number as usize;
                    continue;
                }
                "subtree" => &mut rule.subtree,
                "draft" => &mut rule.draft,
                "unused" => &mut rule.unused,
                "upper" => &mut rule.upper,
                "newcomer" => &mut rule.newcomer,
                "always" => &mut rule.always,
                "step" => &mut rule.step,
                "second" => &mut rule.second,
                "chance" if number > 0 => &mut rule.chance,
                "most" => &mut rule.most,
                "mended" => &mut rule.mended,
                "learned" if number <= 3 => &mut rule.learned,
                "sampled" if number > 0 => &mut rule.sampled,
                "memory" if number > 0 => &mut rule.memory,
                _ => {
                    return Err(format!(
                        "`{word}`: no knob takes that; they are in crates/supplant-search/examples/rules/rule.rs"
                    ));
                }
            }) = number;
        }
        Ok(rule)
    }
}
