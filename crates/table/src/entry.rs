//! Move entry, step by step.

use strata_rules::{AnyPosition, Scene, Square, Step, WhyNot, shorten};

/// A move being entered: the steps chosen so far, the legal next steps, and why another step is
/// illegal.
///
/// Every interface turns clicks, keys and drags into [`Input`]s and shows the state of the entry.
#[derive(Clone, Debug)]
pub struct Entry {
    position: Box<dyn AnyPosition>,
    chosen: Vec<Step>,
    next: Vec<Step>,
    /// The complete move, while it waits for confirmation.
    unconfirmed: Option<String>,
    must_confirm: bool,
    lifted: Option<Lifted>,
}

/// An input of a player who is entering a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// A click or Enter on a square: chooses it. The square chosen last is deselected instead. If
    /// only one square is chosen, another movable piece replaces it.
    Square(Square),
    /// Chooses a piece from the hand, a number or a word.
    Step(Step),
    /// Turns the tile that is being placed.
    Turn,
    /// Starts dragging from a square.
    Lift(Square),
    /// Drags over a square: chooses it, unless it would complete the move. The square before the last
    /// one undoes the last step.
    Drag(Square),
    /// Ends dragging on a square, or outside the board.
    Drop(Option<Square>),
    /// Undoes the last step.
    Back,
    /// Undoes all steps.
    Clear,
    /// Confirms the complete move.
    Confirm,
}

/// The result of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entered {
    /// The move is incomplete or waits for confirmation.
    Partial,
    /// The complete move, to be played. The entry is empty again.
    Move(String),
}

/// A piece being dragged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lifted {
    /// The square it is dragged from.
    pub from: Square,
    /// Whether dragging chose the square, rather than an earlier click.
    pub newly_chosen: bool,
}

/// The numbers that may be chosen next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberChoice {
    /// Every number that may be chosen, in order.
    pub numbers: Vec<u32>,
    /// The default choice: the largest number.
    pub proposed: u32,
}

impl Entry {
    /// An empty entry.
    pub fn new(position: &dyn AnyPosition) -> Self {
        let next = position.continuations(&[]).next;
        Self {
            position: position.boxed_clone(),
            chosen: Vec::new(),
            next,
            unconfirmed: None,
            must_confirm: false,
            lifted: None,
        }
    }

    /// An entry with these steps chosen, for interfaces that store only the steps. The error says
    /// why a step is illegal.
    pub fn resume(
        position: &dyn AnyPosition,
        steps: &[Step],
        lifted: Option<Lifted>,
    ) -> Result<Self, WhyNot> {
        let mut entry = Self::new(position);
        entry.must_confirm = true;
        for step in steps {
            entry.choose(*step)?;
        }
        entry.must_confirm = false;
        entry.lifted = lifted;
        Ok(entry)
    }

    /// Sets whether complete moves need confirmation.
    pub fn set_must_confirm(&mut self, must_confirm: bool) {
        self.must_confirm = must_confirm;
    }

    /// The steps chosen so far.
    pub fn chosen(&self) -> &[Step] {
        &self.chosen
    }

    /// The legal next steps, sorted; empty when the game is over.
    pub fn next(&self) -> &[Step] {
        &self.next
    }

    /// Whether nothing is chosen yet.
    pub fn is_empty(&self) -> bool {
        self.chosen.is_empty()
    }

    /// The complete move, if it waits for confirmation.
    pub fn unconfirmed(&self) -> Option<&str> {
        self.unconfirmed.as_deref()
    }

    /// The piece being dragged.
    pub const fn lifted(&self) -> Option<Lifted> {
        self.lifted
    }

    /// The squares chosen so far.
    pub fn chosen_squares(&self) -> Vec<Square> {
        self.chosen.iter().filter_map(|step| step.square()).collect()
    }

    /// The squares that may be chosen next, sorted. Any square of a tile chooses the tile.
    pub fn squares(&self) -> Vec<Square> {
        let scene = self.position.scene();
        let is_open = |square: &Square| {
            self.next.contains(&Step::Square(*square)) || self.tile_step(&scene, *square).is_some()
        };
        let mut squares: Vec<Square> = scene.squares().filter(is_open).collect();
        squares.sort_unstable();
        squares
    }

    /// The squares of the tiles that may be chosen next.
    pub fn covered_squares(&self) -> Vec<Square> {
        let scene = self.position.scene();
        let is_covered = |square: &Square| self.tile_step(&scene, *square).is_some();
        scene.squares().filter(is_covered).collect()
    }

    /// The pieces, numbers and words that may be chosen next. A tile that may lie either way is listed
    /// once.
    pub fn choices(&self) -> Vec<Step> {
        let is_listed = |step: &Step| match *step {
            Step::Square(_) => false,
            Step::Tile { length, upright: true } => {
                !self.next.contains(&Step::Tile { length, upright: false })
            }
            _ => true,
        };
        self.next.iter().copied().filter(is_listed).collect()
    }

    /// The squares to mark as choices: one square for each tile.
    pub fn target_squares(&self) -> Vec<Square> {
        self.next.iter().filter_map(|step| step.square()).collect()
    }

    /// The squares from which a piece can be dragged: the first squares of moves with more than one
    /// step.
    pub fn draggable_squares(&self) -> Vec<Square> {
        let starts = self.position.continuations(&[]).next;
        let leads_on = |square: &Square| {
            self.position.continuations(&[Step::Square(*square)]).complete.is_none()
        };
        starts.into_iter().filter_map(Step::square).filter(leads_on).collect()
    }

    /// The numbers that may be chosen next, if a number comes next.
    pub fn number_choice(&self) -> Option<NumberChoice> {
        let numbers: Vec<u32> = self.next.iter().filter_map(|step| step.number()).collect();
        let proposed = *numbers.last()?;
        Some(NumberChoice { numbers, proposed })
    }

    /// The label of a button that chooses this step: "Score 12".
    pub fn label(&self, step: Step) -> String {
        self.position.step_label(step)
    }

    /// Handles an input. The error says why it is not allowed, as a phrase; nothing has changed
    /// then.
    pub fn input(&mut self, input: Input) -> Result<Entered, WhyNot> {
        match input {
            Input::Square(square) => self.click(Step::Square(square)),
            Input::Step(step) => self.click(step),
            Input::Turn => self.turn(),
            Input::Lift(square) => self.lift(square),
            Input::Drag(square) => self.drag(square),
            Input::Drop(to) => self.drop_on(to),
            Input::Back => {
                self.back();
                Ok(Entered::Partial)
            }
            Input::Clear => {
                self.clear();
                Ok(Entered::Partial)
            }
            Input::Confirm => match self.unconfirmed.take() {
                Some(mv) => Ok(self.complete(mv)),
                None => Err("the move is not complete yet".to_owned().into()),
            },
        }
    }

    fn click(&mut self, step: Step) -> Result<Entered, WhyNot> {
        self.lifted = None;
        if !self.next.contains(&step) && self.chosen.last() == Some(&step) {
            self.back();
            return Ok(Entered::Partial);
        }
        let entered = match self.choose(step) {
            Err(reason) => self.choose_instead(step, reason)?,
            Ok(entered) => entered,
        };
        self.choose_the_only_step(entered)
    }

    /// Restarts the move with `step`, if only one step is chosen and `step` is a legal first step.
    fn choose_instead(&mut self, step: Step, reason: WhyNot) -> Result<Entered, WhyNot> {
        if self.chosen.len() != 1 && self.unconfirmed.is_none() {
            return Err(reason);
        }
        let mut again = Self::new(&*self.position);
        again.must_confirm = self.must_confirm;
        let entered = again.choose(step).map_err(|_| reason)?;
        *self = again;
        Ok(entered)
    }

    /// Chooses the next step automatically if it is the only one and not a square, such as the only
    /// number.
    fn choose_the_only_step(&mut self, mut entered: Entered) -> Result<Entered, WhyNot> {
        while entered == Entered::Partial
            && let [only] = self.next[..]
            && only.square().is_none()
        {
            entered = self.choose(only)?;
        }
        Ok(entered)
    }

    /// Turns the chosen tile. If its place is chosen too, it stays there if it fits.
    fn turn(&mut self) -> Result<Entered, WhyNot> {
        let is_tile = |step: &Step| matches!(step, Step::Tile { .. });
        let place = self.chosen.iter().position(is_tile);
        let Some((place, Step::Tile { length, upright })) =
            place.map(|place| (place, self.chosen[place]))
        else {
            return Err("choose a tile first".to_owned().into());
        };
        let turned = Step::Tile { length, upright: !upright };
        let mut again = Self::new(&*self.position);
        again.must_confirm = true;
        for step in self.chosen[..place].iter().copied().chain([turned]) {
            again.choose(step)?;
        }
        for step in &self.chosen[place + 1..] {
            if again.choose(*step).is_err() {
                break;
            }
        }
        again.must_confirm = self.must_confirm;
        *self = again;
        Ok(Entered::Partial)
    }

    /// Chooses a square that a piece is dragged over, unless that would complete the move. Ignores
    /// squares that cannot be chosen: they may lie on the way.
    fn drag(&mut self, square: Square) -> Result<Entered, WhyNot> {
        let step = Step::Square(square);
        if self.lifted.is_none() {
            return Ok(Entered::Partial);
        }
        if let [.., before, _] = self.chosen[..]
            && before == step
        {
            self.back();
        } else {
            let mut dragged = self.clone();
            dragged.must_confirm = true;
            if dragged.choose(step).is_err() || dragged.unconfirmed.is_some() {
                return Ok(Entered::Partial);
            }
            dragged.must_confirm = self.must_confirm;
            *self = dragged;
        }
        self.lifted = Some(Lifted { from: square, newly_chosen: true });
        Ok(Entered::Partial)
    }

    /// Chooses the square unless it is already chosen or would complete the move.
    fn lift(&mut self, square: Square) -> Result<Entered, WhyNot> {
        let step = Step::Square(square);
        if self.chosen.last() == Some(&step) && !self.next.contains(&step) {
            self.lifted = Some(Lifted { from: square, newly_chosen: false });
            return Ok(Entered::Partial);
        }
        let mut lifted = self.clone();
        lifted.must_confirm = true;
        lifted.click(step)?;
        self.lifted = None;
        if lifted.unconfirmed.is_none() {
            lifted.must_confirm = self.must_confirm;
            *self = lifted;
            self.lifted = Some(Lifted { from: square, newly_chosen: true });
        }
        Ok(Entered::Partial)
    }

    /// A piece dropped on its own square counts as clicked; outside the board it is deselected.
    fn drop_on(&mut self, to: Option<Square>) -> Result<Entered, WhyNot> {
        let Some(lifted) = self.lifted.take() else {
            return match to {
                Some(square) => self.click(Step::Square(square)),
                None => Ok(Entered::Partial),
            };
        };
        match to {
            Some(square) if square == lifted.from => {
                if !lifted.newly_chosen {
                    self.back();
                }
                Ok(Entered::Partial)
            }
            Some(square) => {
                let entered = self.choose(Step::Square(square))?;
                self.choose_the_only_step(entered)
            }
            None => {
                self.back();
                Ok(Entered::Partial)
            }
        }
    }

    /// Chooses exactly this step, without the conveniences of [`Entry::input`].
    pub fn choose(&mut self, step: Step) -> Result<Entered, WhyNot> {
        let step = self.resolve(step)?;
        self.chosen.push(step);
        let mut follows = self.position.continuations(&self.chosen);
        self.next = follows.next;
        match follows.complete.take() {
            Some(mv) if self.must_confirm => {
                self.unconfirmed = Some(mv);
                Ok(Entered::Partial)
            }
            Some(mv) => Ok(self.complete(mv)),
            None => Ok(Entered::Partial),
        }
    }

    fn complete(&mut self, mv: String) -> Entered {
        self.clear();
        Entered::Move(mv)
    }

    /// The step to choose: any square of a tile chooses the tile.
    fn resolve(&self, step: Step) -> Result<Step, WhyNot> {
        if self.next.contains(&step) {
            return Ok(step);
        }
        let scene = self.position.scene();
        let on_board =
            step.square().filter(|square| square.is_on(scene.width.into(), scene.height.into()));
        let tile = on_board.and_then(|square| self.tile_step(&scene, square));
        tile.ok_or_else(|| self.position.why_not(&self.chosen, step))
    }

    /// The step that chooses the tile on `square`, if it may come next.
    fn tile_step(&self, scene: &Scene, square: Square) -> Option<Step> {
        let end = Step::Square(scene.tile_at(square)?.from);
        Some(end).filter(|end| self.chosen.is_empty() && self.next.contains(end))
    }

    /// Parses a step: a legal next step, or any square or number.
    pub fn read_step(&self, word: &str) -> Result<Step, String> {
        let word = word.trim().to_ascii_lowercase();
        let open = self.next.iter().find(|step| step.to_string() == word).copied();
        let step = open
            .or_else(|| word.parse().ok().map(Step::Square))
            .or_else(|| word.parse().ok().map(Step::Number));
        step.ok_or_else(|| format!("{} cannot be chosen now", shorten(&word)))
    }

    /// Undoes the last step; returns whether there was one.
    pub fn back(&mut self) -> bool {
        let was_chosen = self.chosen.pop().is_some();
        self.unconfirmed = None;
        self.lifted = None;
        self.next = self.position.continuations(&self.chosen).next;
        was_chosen
    }

    /// Undoes all steps.
    pub fn clear(&mut self) {
        self.chosen.clear();
        self.back();
    }

    /// What to choose next, as an imperative sentence without a full stop.
    pub fn prompt(&self) -> String {
        match &self.unconfirmed {
            Some(mv) => format!("Confirm {mv}, or take the last step back"),
            None => self.position.prompt(&self.chosen),
        }
    }

    /// The board with the steps chosen so far.
    pub fn preview(&self) -> Scene {
        self.position.preview(&self.chosen)
    }
}
