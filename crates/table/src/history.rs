//! The move tree of a game, including moves that were taken back.

use std::ops::Index;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use strata_records::{DEEPEST_VARIATION, play_recorded};
use strata_rules::{AnyPosition, Player};

/// The id of a node in a history. It is valid only for the table that returned it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeId(usize);

impl NodeId {
    /// Its place among all nodes, in the order of [`History::ids`].
    pub const fn index(self) -> usize {
        self.0
    }
}

/// The maximum number of moves in a history, including all variations.
pub const MOST_MOVES: usize = 10_000;

/// The numeric glyphs of mistakes, blunders and inaccuracies.
const MISTAKE_GLYPHS: [u8; 3] = [2, 4, 6];

/// A position of a game, and the move that led to it.
#[derive(Clone, Debug)]
pub struct Node {
    /// The node before the move; `None` at the root.
    pub parent: Option<NodeId>,
    /// The move in its canonical notation; empty at the root.
    pub mv: String,
    /// The player who made the move; at the root, the player to move.
    pub player: Player,
    /// The number of moves from the root to this node.
    pub ply: usize,
    /// The position after the move.
    pub position: Box<dyn AnyPosition>,
    /// The nodes after the moves played from here, the main line first.
    pub children: Vec<NodeId>,
    /// The time that the player had left for the game after the move.
    pub clock: Option<Duration>,
    /// The evaluation, as written in the record that the game was read from.
    pub evaluation: Option<String>,
    /// The numeric annotation glyphs (NAGs) of the move.
    pub glyphs: Vec<u8>,
    /// Comments on the move; at the root, on the game.
    pub comments: Vec<String>,
}

/// The moves of a game as a tree. The current node is always on the main line: a move played or
/// jumped to becomes the main line, and the previous line becomes a variation.
#[derive(Clone, Debug)]
pub struct History {
    /// Every node comes after its parent.
    nodes: Vec<Node>,
    current: NodeId,
}

impl Index<NodeId> for History {
    type Output = Node;

    /// # Panics
    /// If the id is not in this history. [`History::get`] does not panic.
    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }
}

impl Node {
    /// A node without annotations.
    const fn new(
        parent: Option<NodeId>,
        mv: String,
        player: Player,
        ply: usize,
        position: Box<dyn AnyPosition>,
    ) -> Self {
        Self {
            parent,
            mv,
            player,
            ply,
            position,
            children: Vec::new(),
            clock: None,
            evaluation: None,
            glyphs: Vec::new(),
            comments: Vec::new(),
        }
    }
}

impl History {
    /// A history without moves.
    pub fn new(position: Box<dyn AnyPosition>) -> Self {
        let root = Node::new(None, String::new(), position.turn(), 0, position);
        Self { nodes: vec![root], current: Self::ROOT }
    }

    /// The starting position.
    pub const ROOT: NodeId = NodeId(0);

    /// The current node.
    pub const fn current(&self) -> NodeId {
        self.current
    }

    /// The node with this id, if there is one.
    pub fn get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0)
    }

    /// The position at a node.
    pub fn position(&self, id: NodeId) -> Option<&dyn AnyPosition> {
        self.get(id).map(|node| &*node.position)
    }

    /// The number of moves, including all variations.
    pub fn count_moves(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The ids of all nodes; a parent comes before its children.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId)
    }

    /// The ids of the nodes after the first `count`.
    pub fn ids_after(&self, count: usize) -> impl Iterator<Item = NodeId> + use<> {
        (count..self.nodes.len()).map(NodeId)
    }

    /// The nodes from the root to `id`, both included.
    pub fn path_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = self.back_from(id).collect();
        path.reverse();
        path
    }

    /// The main line from the root to its end, which may be after the current node.
    pub fn main_line(&self) -> Vec<NodeId> {
        self.line_from(Self::ROOT)
    }

    /// The main line from a node to its end, the node included.
    pub fn line_from(&self, id: NodeId) -> Vec<NodeId> {
        std::iter::successors(Some(id), |id| self[*id].children.first().copied()).collect()
    }

    /// All nodes, each before its continuations and those in their order. Unlike the order of ids,
    /// it is the same after the history was written to a record and read again.
    pub fn preorder(&self) -> Vec<NodeId> {
        let (mut order, mut open) = (Vec::new(), vec![Self::ROOT]);
        while let Some(id) = open.pop() {
            order.push(id);
            open.extend(self[id].children.iter().rev());
        }
        order
    }

    /// Gives the nodes of a history that was read from a record the ids that they had when
    /// [`preorder`](Self::preorder) returned `order`. Returns false if they cannot be the same nodes.
    pub fn restore_ids(&mut self, order: &[NodeId]) -> bool {
        let known = self.preorder();
        let mut new_ids = vec![None; self.nodes.len()];
        for (old, new) in known.iter().zip(order) {
            new_ids[old.0] = Some(*new);
        }
        let new_ids: Option<Vec<NodeId>> = new_ids.into_iter().collect();
        let Some(new_ids) = new_ids.filter(|_| known.len() == order.len()) else { return false };
        let is_later = |(node, new): (&Node, &NodeId)| {
            new.0 < order.len() && node.parent.is_none_or(|parent| new_ids[parent.0] < *new)
        };
        if !self.nodes.iter().zip(&new_ids).all(is_later) {
            return false;
        }
        let mut nodes: Vec<Option<Node>> = self.nodes.iter().map(|_| None).collect();
        for (mut node, new) in self.nodes.clone().into_iter().zip(&new_ids) {
            node.parent = node.parent.map(|parent| new_ids[parent.0]);
            node.children.iter_mut().for_each(|child| *child = new_ids[child.0]);
            nodes[new.0] = Some(node);
        }
        let Some(nodes) = nodes.into_iter().collect() else { return false };
        self.nodes = nodes;
        self.current = new_ids[self.current.0];
        true
    }

    /// The node and its ancestors, up to the root.
    pub(crate) fn back_from(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(id), |id| self[*id].parent)
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0]
    }

    /// Plays a move at `parent`. Returns the existing node if the move was played before; a new
    /// move becomes the last variation.
    fn add(&mut self, parent: NodeId, input: &str) -> Result<NodeId, String> {
        let mut position = self[parent].position.clone();
        let player = position.turn();
        let mv = position.play(input).map_err(|error| error.to_string())?;
        self.add_node(parent, mv, player, position)
    }

    /// Like [`add`](Self::add), but accepts everything that records write in place of a move: also
    /// a player who left the game, which no player may enter as a move.
    pub fn add_recorded(&mut self, parent: NodeId, text: &str) -> Result<NodeId, String> {
        let mut position = self[parent].position.clone();
        let (mv, player) =
            play_recorded(&mut *position, text).map_err(|error| error.to_string())?;
        self.add_node(parent, mv, player, position)
    }

    fn add_node(
        &mut self,
        parent: NodeId,
        mv: String,
        player: Player,
        position: Box<dyn AnyPosition>,
    ) -> Result<NodeId, String> {
        if let Some(known) = self[parent].children.iter().find(|child| self[**child].mv == mv) {
            return Ok(*known);
        }
        if self.count_moves() == MOST_MOVES {
            return Err(format!("the game already has {MOST_MOVES} moves with its variations"));
        }
        let id = NodeId(self.nodes.len());
        let ply = self[parent].ply + 1;
        self.nodes.push(Node::new(Some(parent), mv, player, ply, position));
        self.node_mut(parent).children.push(id);
        Ok(id)
    }

    /// Adds a move at `parent` as its last variation, or returns the node of a known move. The
    /// current node and the main line stay as they are.
    pub fn add_variation(&mut self, parent: NodeId, input: &str) -> Result<NodeId, String> {
        let before = self.nodes.len();
        let id = self.add(parent, input)?;
        if self.nodes.len() > before && self.nesting_with(&[]) > DEEPEST_VARIATION {
            self.remove(id);
            return Err(format!("variations would be more than {DEEPEST_VARIATION} deep"));
        }
        Ok(id)
    }

    /// Removes a move with everything that follows it. Returns the node before it, which keeps
    /// its id; the ids of later nodes change. The start cannot be removed.
    pub fn remove(&mut self, id: NodeId) -> Option<NodeId> {
        let parent = self.get(id)?.parent?;
        let mut new_ids: Vec<Option<NodeId>> = Vec::with_capacity(self.nodes.len());
        let mut next = 0;
        for (index, node) in self.nodes.iter().enumerate() {
            // A parent comes before its children.
            let stays = node.parent.is_none_or(|parent| new_ids[parent.0].is_some());
            new_ids.push((stays && index != id.0).then(|| {
                next += 1;
                NodeId(next - 1)
            }));
        }
        let mut index = 0;
        self.nodes.retain(|_| {
            index += 1;
            new_ids[index - 1].is_some()
        });
        for node in &mut self.nodes {
            node.parent = node.parent.and_then(|parent| new_ids[parent.0]);
            node.children = node.children.iter().filter_map(|child| new_ids[child.0]).collect();
        }
        self.current = new_ids[self.current.0].unwrap_or(parent);
        Some(parent)
    }

    /// Replaces the evaluation of a move, and its glyph for a mistake if it has one.
    pub fn annotate(&mut self, id: NodeId, evaluation: String, glyph: Option<u8>) {
        let Some(node) = self.nodes.get_mut(id.0) else { return };
        node.evaluation = Some(evaluation);
        node.glyphs.retain(|glyph| !MISTAKE_GLYPHS.contains(glyph));
        node.glyphs.extend(glyph);
    }

    /// Plays a move at the current node. On an error, nothing has changed.
    pub(crate) fn play(&mut self, input: &str) -> Result<NodeId, String> {
        let before = self.nodes.len();
        let id = self.add(self.current, input)?;
        self.enter(id, before)
    }

    /// Takes a player out of the game at the current node, in record notation. On an error, nothing
    /// has changed.
    pub(crate) fn eliminate(&mut self, text: &str) -> Result<NodeId, String> {
        let before = self.nodes.len();
        let id = self.add_recorded(self.current, text)?;
        self.enter(id, before)
    }

    /// Makes a node the current one, or removes it again if it was added after `before` nodes.
    fn enter(&mut self, id: NodeId, before: usize) -> Result<NodeId, String> {
        let result = self.go_to(id);
        if result.is_err() && self.nodes.len() > before {
            self.nodes.pop();
            let parent = self.current;
            self.node_mut(parent).children.pop();
        }
        result.map(|()| id)
    }

    /// Makes a node the current one and the path to it the main line.
    pub(crate) fn go_to(&mut self, id: NodeId) -> Result<(), String> {
        // A continuation of the main line makes no variation deeper.
        let continues =
            self[id].parent == Some(self.current) && self[self.current].children.as_slice() == [id];
        if !continues && self.nesting_with(&self.path_to(id)) > DEEPEST_VARIATION {
            return Err(format!("variations would be nested more than {DEEPEST_VARIATION} deep"));
        }
        self.make_current(id);
        Ok(())
    }

    /// Like [`go_to`](Self::go_to), however deeply variations are nested.
    pub(crate) fn make_current(&mut self, id: NodeId) {
        for step in self.path_to(id).windows(2) {
            let children = &mut self.node_mut(step[0]).children;
            if let Some(index) = children.iter().position(|child| *child == step[1]) {
                children[..=index].rotate_right(1);
            }
        }
        self.current = id;
    }

    /// How deeply variations would be nested with `path` as the main line.
    fn nesting_with(&self, path: &[NodeId]) -> usize {
        let mut main: Vec<Option<NodeId>> =
            self.nodes.iter().map(|node| node.children.first().copied()).collect();
        for step in path.windows(2) {
            main[step[0].0] = Some(step[1]);
        }
        let mut depths = vec![0; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                let is_variation = main[parent.0] != Some(NodeId(index));
                depths[index] = depths[parent.0] + usize::from(is_variation);
            }
        }
        depths.into_iter().max().unwrap_or(0)
    }
}
