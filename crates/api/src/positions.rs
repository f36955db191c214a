//! Positions with the move that is being entered, and moves step by step.

use std::sync::Arc;

use strata_records::{Elimination, play_recorded};
use strata_render::svg;
use strata_rules::{
    AnyGame, AnyPosition, GameEntry, Options, Scene, Square, Step, Tile, WhyNot, play_line, shorten,
};
use strata_table::{Entered as EntryState, Entry, Input, Lifted};

use crate::types::positions::{
    Frames, FramesRequest, InputRequest, LiftedRequest, OptionValue, OptionsRequest, Position,
    PositionRequest, StepRequest,
};
use crate::view::{Entered, describe};
use crate::{Refusal, ViewParams};

/// The options as pairs of texts.
pub fn option_pairs(options: &OptionsRequest) -> Vec<(String, String)> {
    let spell = |value: &OptionValue| match value {
        OptionValue::Number(number) => number.to_string(),
        OptionValue::Word(word) => word.clone(),
    };
    options.0.iter().map(|(name, value)| (name.clone(), spell(value))).collect()
}

impl StepRequest {
    fn read(&self, entry: &Entry) -> Result<Step, String> {
        match self {
            Self::Square(name) => read_square(name).map(Step::Square),
            Self::Number(number) => Ok(Step::Number(*number)),
            Self::Tile { length, upright } => Ok(Step::Tile { length: *length, upright: *upright }),
            Self::Piece(word) | Self::Word(word) => entry.read_step(word),
        }
    }
}

impl InputRequest {
    fn read(&self, entry: &Entry) -> Result<Input, String> {
        Ok(match self {
            Self::Square(name) => Input::Square(read_square(name)?),
            Self::Step(step) => Input::Step(step.read(entry)?),
            Self::Turn => Input::Turn,
            Self::Lift(name) => Input::Lift(read_square(name)?),
            Self::Drag(name) => Input::Drag(read_square(name)?),
            Self::Drop(name) => Input::Drop(name.as_deref().map(read_square).transpose()?),
            Self::Back => Input::Back,
            Self::Clear => Input::Clear,
            Self::Confirm => Input::Confirm,
        })
    }
}

/// Reads the name of a square.
pub fn read_square(name: &str) -> Result<Square, String> {
    name.parse()
        .map_err(|_| format!("'{}' is not a square; expected a name such as c3", shorten(name)))
}

/// The game with these options.
pub fn open_game(entry: &GameEntry, options: &OptionsRequest) -> Result<Arc<dyn AnyGame>, Refusal> {
    let pairs = option_pairs(options);
    let pairs = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    entry.open(pairs).map_err(Refusal::new)
}

/// The position of a text, or the start position.
pub fn open_position(
    entry: &GameEntry,
    options: &OptionsRequest,
    text: Option<&str>,
) -> Result<Box<dyn AnyPosition>, Refusal> {
    let game = open_game(entry, options)?;
    let Some(text) = non_blank(text) else { return Ok(game.start()) };
    let position = entry.read_position(text).map_err(Refusal::new)?;
    check_options(&*game, position.options())?;
    Ok(position)
}

/// The text unless it is blank.
pub fn non_blank(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

/// Checks that the options of a request agree with those of its position.
pub fn check_options(game: &dyn AnyGame, found: &Options) -> Result<(), Refusal> {
    match game.options().first_conflict(found) {
        Some(option) => Err(Refusal(format!(
            "the option {} differs from the one in the position; leave it out",
            option.name
        ))),
        None => Ok(()),
    }
}

/// A position, with the steps and the input of the request.
pub fn position(entry: &GameEntry, request: &PositionRequest) -> Result<Position, Refusal> {
    let mut position = open_position(entry, &request.options, request.position.as_deref())?;
    if let Some(moves) = &request.moves {
        play_moves(&mut *position, moves).map_err(Refusal::new)?;
    }
    if let Some(player) = request.premove {
        let refusal = || Refusal("this player cannot move again".to_owned());
        position = position.with_turn(player).ok_or_else(refusal)?;
    }
    Ok(match &request.input {
        None => with_steps(&*position, &request.steps, request.view()),
        Some(input) => with_input(&*position, request, input),
    })
}

/// Plays moves in which players may leave the game, such as `resign-red`.
fn play_moves(position: &mut dyn AnyPosition, moves: &str) -> Result<(), String> {
    let mut line = String::new();
    for word in moves.split_whitespace() {
        if Elimination::read(position, word).is_none() {
            line = format!("{line} {word}");
            continue;
        }
        play_line(position, &line).map_err(|error| error.to_string())?;
        line.clear();
        play_recorded(position, word).map_err(|error| error.to_string())?;
    }
    play_line(position, &line).map_err(|error| error.to_string())?;
    Ok(())
}

/// The position after the longest legal prefix of the steps.
fn with_steps(position: &dyn AnyPosition, steps: &[StepRequest], view: ViewParams) -> Position {
    let mut entry = Entry::new(position);
    for step in steps {
        let before = entry.chosen().to_vec();
        let step = step.read(&entry).map_err(WhyNot::from);
        let chosen = step.and_then(|step| Ok((step, entry.choose(step)?)));
        match chosen {
            Ok((_, EntryState::Partial)) => {}
            Ok((step, EntryState::Move(mv))) => {
                let steps = [before, vec![step]].concat();
                return describe_move(position, &entry, steps, mv, view);
            }
            Err(why) => return describe(position, Entered::refused(&entry, why), view),
        }
    }
    describe(position, Entered::partial(&entry), view)
}

/// The position after an input of the player who is entering a move.
fn with_input(
    position: &dyn AnyPosition,
    request: &PositionRequest,
    input: &InputRequest,
) -> Position {
    let view = request.view();
    let mut entry = match resume(position, &request.steps, request.lifted.as_ref()) {
        Ok(entry) => entry,
        Err(why) => {
            return describe(position, Entered::refused(&Entry::new(position), why), view);
        }
    };
    entry.set_must_confirm(request.must_confirm);
    let before = entry.chosen().to_vec();
    match input.read(&entry).map_err(WhyNot::from).and_then(|input| entry.input(input)) {
        Ok(EntryState::Partial) => describe(position, Entered::partial(&entry), view),
        Ok(EntryState::Move(mv)) => describe_move(position, &entry, before, mv, view),
        Err(why) => describe(position, Entered::refused(&entry, why), view),
    }
}

/// The entry in which these steps are chosen.
fn resume(
    position: &dyn AnyPosition,
    steps: &[StepRequest],
    lifted: Option<&LiftedRequest>,
) -> Result<Entry, WhyNot> {
    let mut entry = Entry::new(position);
    entry.set_must_confirm(true);
    for step in steps {
        entry.choose(step.read(&entry)?)?;
    }
    let lifted = match lifted {
        None => None,
        Some(LiftedRequest { from, newly_chosen }) => {
            Some(Lifted { from: read_square(from)?, newly_chosen: *newly_chosen })
        }
    };
    Entry::resume(position, entry.chosen(), lifted)
}

/// A position in which a complete move has been entered: its canonical steps, or else those of the
/// request.
fn describe_move(
    position: &dyn AnyPosition,
    entry: &Entry,
    steps: Vec<Step>,
    mv: String,
    view: ViewParams,
) -> Position {
    let steps = position.steps(&mv).unwrap_or(steps);
    describe(position, Entered::complete(entry, steps, mv), view)
}

/// A position without steps.
pub fn plain(position: &dyn AnyPosition, view: ViewParams) -> Position {
    with_steps(position, &[], view)
}

/// A move step by step.
pub fn frames(entry: &GameEntry, request: &FramesRequest) -> Result<Frames, Refusal> {
    let position = open_position(entry, &request.options, request.position.as_deref())?;
    let steps = position.steps(&request.mv).map_err(Refusal::new)?;
    let mut after = position.clone();
    after.play(&request.mv).map_err(Refusal::new)?;
    let view = request.view().board();
    let (mut before, after) = (position.scene(), after.scene());
    let halves = (1..steps.len()).map(|made| position.preview(&steps[..made]));
    let mut frames = Vec::new();
    for scene in halves.chain(before_removals(&before, &after)).chain([after]) {
        if shows_a_change(&before, &scene) {
            frames.push(svg::svg(&scene, position.info(), &view));
            before = scene;
        }
    }
    let counter_path = position.counter_path(&request.mv).map_err(Refusal::new)?;
    Ok(Frames { frames, counter_path })
}

/// The board after a move but before pieces were removed because of it, if there are any.
fn before_removals(before: &Scene, after: &Scene) -> Option<Scene> {
    let mut scene = after.clone();
    for square in scene.removed.drain(..) {
        scene.cells[square.index(after.width.into())].piece = before.cell(square).piece.clone();
    }
    (!after.removed.is_empty()).then_some(scene)
}

/// Whether something has moved from one frame to the next.
fn shows_a_change(before: &Scene, scene: &Scene) -> bool {
    let is_begun = scene.tiles.iter().any(Tile::is_begun);
    !is_begun && (before.cells != scene.cells || before.tiles != scene.tiles)
}
