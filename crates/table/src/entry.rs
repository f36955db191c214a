//! Entering a move step by step.

use strata_rules::{AnyPosition, Scene, Square, Step, shorten};

/// A move that is being entered, for every interface alike: what is chosen so far, what may come
/// next, and why something else may not.
///
/// When the last step is chosen the whole move is returned and the entry is empty again.
#[derive(Clone, Debug)]
pub struct Entry {
    position: Box<dyn AnyPosition>,
    chosen: Vec<Step>,
    next: Vec<Step>,
}

impl Entry {
    /// Nothing is chosen yet.
    pub fn new(position: &dyn AnyPosition) -> Self {
        let next = position.continuations(&[]).next;
        Self { position: position.boxed_clone(), chosen: Vec::new(), next }
    }

    /// What is chosen so far.
    pub fn chosen(&self) -> &[Step] {
        &self.chosen
    }

    /// What may come next, sorted; nothing when the game is over.
    pub fn next(&self) -> &[Step] {
        &self.next
    }

    /// Whether nothing is chosen yet.
    pub fn is_empty(&self) -> bool {
        self.chosen.is_empty()
    }

    /// The squares that are chosen so far.
    pub fn chosen_squares(&self) -> Vec<Square> {
        self.chosen.iter().filter_map(|step| step.square()).collect()
    }

    /// The squares that may be chosen next, sorted. A piece that spans several squares is chosen
    /// by any of them.
    pub fn squares(&self) -> Vec<Square> {
        let scene = self.position.scene();
        let mut squares: Vec<Square> =
            scene.squares().filter(|square| self.is_open(&scene, *square)).collect();
        squares.sort_unstable();
        squares
    }

    fn is_open(&self, scene: &Scene, square: Square) -> bool {
        self.next.contains(&Step::Square(square)) || self.end_of_tile(scene, square).is_some()
    }

    /// The square that stands for the tile on `square`, if that may be chosen next.
    fn end_of_tile(&self, scene: &Scene, square: Square) -> Option<Step> {
        let end = Step::Square(scene.tile_at(square)?.from);
        Some(end).filter(|end| self.next.contains(end))
    }

    /// Chooses the next step. The whole move if that was the last one; or why it cannot be chosen,
    /// as a sentence, and nothing has changed.
    pub fn choose(&mut self, step: Step) -> Result<Option<String>, String> {
        let step = self.resolve(step)?;
        self.chosen.push(step);
        let mut follows = self.position.continuations(&self.chosen);
        if let Some(mv) = follows.complete.take() {
            self.clear();
            return Ok(Some(mv));
        }
        self.next = follows.next;
        Ok(None)
    }

    fn resolve(&self, step: Step) -> Result<Step, String> {
        if self.next.contains(&step) {
            return Ok(step);
        }
        let scene = self.position.scene();
        let on_board =
            step.square().filter(|square| square.is_on(scene.width.into(), scene.height.into()));
        let tile = on_board.and_then(|square| self.end_of_tile(&scene, square));
        tile.ok_or_else(|| self.position.why_not(&self.chosen, step))
    }

    /// The step that a word stands for: one that may come next, or any square or number.
    pub fn read_step(&self, word: &str) -> Result<Step, String> {
        let word = word.trim().to_lowercase();
        let open = self.next.iter().find(|step| step.to_string() == word).copied();
        let step = open
            .or_else(|| word.parse().ok().map(Step::Square))
            .or_else(|| word.parse().ok().map(Step::Number));
        step.ok_or_else(|| format!("{} is nothing that can be chosen now", shorten(&word)))
    }

    /// Takes the last step back; says whether there was one.
    pub fn back(&mut self) -> bool {
        let was_chosen = self.chosen.pop().is_some();
        self.next = self.position.continuations(&self.chosen).next;
        was_chosen
    }

    /// Takes all steps back.
    pub fn clear(&mut self) {
        self.chosen.clear();
        self.next = self.position.continuations(&[]).next;
    }

    /// What to choose next, as an imperative sentence without a full stop.
    pub fn prompt(&self) -> String {
        self.position.prompt(&self.chosen)
    }

    /// The board with the steps so far shown on it.
    pub fn preview(&self) -> Scene {
        self.position.preview(&self.chosen)
    }
}
