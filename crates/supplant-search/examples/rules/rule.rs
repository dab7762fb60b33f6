//! The family of rules. Numbers are quarters of an octave (a factor of two) unless noted.

#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule {
    pub(crate) width: usize,
    /// 1: a hit counts as the nodes that it stands for; 0: as one node.
    pub(crate) subtree: i32,
    /// For each ply of depth.
    pub(crate) draft: i32,
    pub(crate) unused: i32,
    /// Additional wear of an upper bound.
    pub(crate) upper: i32,
    pub(crate) newcomer: i32,
    /// 1: a new entry always takes the slot of least worth.
    pub(crate) always: i32,
    /// The wear of a resident that defends its slot.
    pub(crate) step: i32,
    /// The wear of the next weakest resident if a slot is taken.
    pub(crate) second: i32,
    /// One collision in this many causes wear.
    pub(crate) chance: i32,
    pub(crate) most: i32,
    /// The wear that a hit removes.
    pub(crate) mended: i32,
    /// How finely the worth counts the size. 0: whole octaves; 1: quarters, linear between powers of
    /// two; 2: quarters of the logarithm; 3: all of the logarithm; 4: the code of the size, which is linear
    /// below 256.
    pub(crate) fine: i32,
    /// The wear that a store of the same position removes.
    pub(crate) again: i32,
    /// 1: an upper bound of an earlier iteration yields first.
    pub(crate) olduppers: i32,
    /// 1: an entry that is two or more iterations old yields first.
    pub(crate) ancient: i32,
    /// A lower bound of the last iteration is worth so much more.
    pub(crate) lastlower: i32,
    /// How many iterations are told apart; an entry of that age looks new.
    pub(crate) ages: i32,
    /// 0: nothing. How often an entry is met again, 1: by depth and bound, 2: by size and bound. 3:
    /// how often it ends a search, by depth and bound.
    pub(crate) learned: i32,
    pub(crate) sampled: i32,
    pub(crate) memory: i32,
}

impl Rule {
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
        fine: 0,
        again: 0,
        olduppers: 0,
        ancient: 0,
        lastlower: 0,
        ages: 4,
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
                "fine" if number <= 4 => &mut rule.fine,
                "again" => &mut rule.again,
                "olduppers" => &mut rule.olduppers,
                "ancient" => &mut rule.ancient,
                "lastlower" => &mut rule.lastlower,
                "ages" if number > 0 => &mut rule.ages,
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
