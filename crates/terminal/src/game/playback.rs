//! Animation: moves of bots, step by step.

use std::time::Duration;

use strata_rules::{AnyPosition, Scene, Step};
use strata_table::NodeId;

use super::GameScreen;
use crate::Animation;
use crate::context::Context;

/// A move that is being animated.
pub(super) struct Playback {
    before: Box<dyn AnyPosition>,
    steps: Vec<Step>,
    shown: usize,
    /// When the next step is due.
    pub(super) until: Duration,
}

impl Playback {
    pub(super) fn scene(&self) -> Scene {
        self.before.preview(&self.steps[..self.shown])
    }
}

const fn step_time(animation: Animation) -> Option<Duration> {
    match animation {
        Animation::Off => None,
        Animation::Slow => Some(Duration::from_millis(500)),
        Animation::Normal => Some(Duration::from_millis(220)),
        Animation::Fast => Some(Duration::from_millis(80)),
    }
}

impl GameScreen {
    /// Starts the animation of the move that led to a node.
    pub(super) fn show_move(&mut self, node: NodeId, context: &Context) {
        let history = self.table.history();
        let moved = &history[node];
        let (Some(time), Some(parent)) = (step_time(context.settings.animation), moved.parent)
        else {
            return;
        };
        let before = history[parent].position.clone();
        let Ok(steps) = before.steps(&moved.mv) else { return };
        if steps.len() > 1 || steps.iter().any(|step| step.square().is_some()) {
            self.playback = Some(Playback { before, steps, shown: 1, until: context.now + time });
        }
    }

    pub(super) fn advance_playback(&mut self, context: &Context) {
        while let Some(playback) = &mut self.playback
            && playback.until <= context.now
        {
            let time = step_time(context.settings.animation);
            match time.filter(|_| playback.shown < playback.steps.len()) {
                Some(time) => {
                    playback.shown += 1;
                    playback.until += time;
                }
                None => self.playback = None,
            }
        }
    }
}
