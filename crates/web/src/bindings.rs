//! What JavaScript sees.

#[cfg(feature = "core")]
pub mod core {
    //! The module of the page.
    use wasm_bindgen::prelude::{JsError, wasm_bindgen};

    use crate::{answers, game, tree};

    /// Answers a request of the API that needs no state.
    #[wasm_bindgen]
    pub fn answer(name: &str, request: &str) -> Result<String, JsError> {
        Ok(answers::answer(name, request)?)
    }

    /// The moves on the analysis board.
    #[wasm_bindgen]
    #[derive(Debug)]
    pub struct Tree(tree::Tree);

    #[wasm_bindgen]
    impl Tree {
        /// A tree without moves.
        #[wasm_bindgen(constructor)]
        pub fn new(game: &str, position: Option<String>) -> Result<Self, JsError> {
            Ok(Self(tree::Tree::new(game, position.as_deref())?))
        }

        /// The game of a record.
        #[wasm_bindgen(js_name = fromRecord)]
        pub fn from_record(text: &str) -> Result<Self, JsError> {
            Ok(Self(tree::Tree::from_record(text)?))
        }

        /// The id of the game.
        pub fn game(&self) -> String {
            self.0.game().to_owned()
        }

        /// Replaces the comment and the sign of a move.
        pub fn annotate(&mut self, node: usize, comment: &str, sign: &str) -> Result<(), JsError> {
            Ok(self.0.annotate(node, comment, sign)?)
        }

        /// Notes the value of a position.
        pub fn evaluate(&mut self, node: usize, value: &str) -> Result<(), JsError> {
            Ok(self.0.evaluate(node, value)?)
        }

        /// Notes the value and the sign of a reviewed move.
        pub fn review(&mut self, node: usize, evaluation: &str, sign: &str) -> Result<(), JsError> {
            Ok(self.0.review(node, evaluation, sign)?)
        }

        /// The record with all variations and annotations.
        pub fn record(&self) -> String {
            self.0.record()
        }

        /// Plays a move after a node.
        pub fn play(&mut self, parent: usize, mv: &str) -> Result<usize, JsError> {
            Ok(self.0.play(parent, mv)?)
        }

        /// All nodes.
        pub fn nodes(&self) -> Result<String, JsError> {
            Ok(self.0.nodes()?)
        }

        /// The position of a node.
        pub fn position(&self, node: usize, view: &str) -> Result<String, JsError> {
            Ok(self.0.position(node, view)?)
        }
    }

    /// A game on this device.
    #[wasm_bindgen]
    #[derive(Debug)]
    pub struct Game(game::Game);

    #[wasm_bindgen]
    impl Game {
        /// Starts a game.
        #[wasm_bindgen(constructor)]
        pub fn new(id: String, request: &str, now: f64) -> Result<Self, JsError> {
            Ok(Self(game::Game::new(id, request, now)?))
        }

        /// Continues a game from its record.
        pub fn restore(id: String, record: &str, now: f64) -> Result<Self, JsError> {
            Ok(Self(game::Game::restore(id, record, now)?))
        }

        /// The next game.
        pub fn rematch(&mut self, id: String, now: f64) -> Result<Self, JsError> {
            Ok(Self(self.0.rematch(id, now)?))
        }

        /// The record.
        pub fn record(&self, now: f64) -> String {
            self.0.record(now)
        }

        /// The table as the page sees it.
        pub fn table(&self, now: f64) -> Result<String, JsError> {
            Ok(self.0.table(now)?)
        }

        /// Executes a command.
        pub fn command(&mut self, request: &str, now: f64) -> Result<(), JsError> {
            Ok(self.0.command(request, now)?)
        }

        /// Lets the clocks run.
        pub fn tick(&mut self, now: f64) -> bool {
            self.0.tick(now)
        }

        /// When a clock runs out.
        pub fn deadline(&self) -> Option<f64> {
            self.0.deadline()
        }

        /// The search that the bot to move needs.
        #[wasm_bindgen(js_name = nextSearch)]
        pub fn next_search(&mut self, now: f64, seed: u32) -> Result<Option<String>, JsError> {
            Ok(self.0.next_search(now, seed)?)
        }

        /// Forgets the running search.
        #[wasm_bindgen(js_name = stopSearch)]
        pub fn stop_search(&mut self) {
            self.0.stop_search();
        }

        /// Plays the move that a search has found.
        #[wasm_bindgen(js_name = finishSearch)]
        pub fn finish_search(
            &mut self,
            node: usize,
            mv: Option<String>,
            value: Option<String>,
            now: f64,
            seed: u32,
        ) -> Result<(), JsError> {
            Ok(self.0.finish_search(node, mv, value, now, seed)?)
        }
    }
}

#[cfg(feature = "learning")]
pub mod learning {
    //! The module for lessons and puzzles.
    use wasm_bindgen::prelude::{JsError, wasm_bindgen};

    use crate::learning;

    /// Answers a request about a lesson or a puzzle.
    #[wasm_bindgen]
    pub fn learn(name: &str, request: &str) -> Result<String, JsError> {
        Ok(learning::learn(name, request)?)
    }
}

#[cfg(feature = "engine")]
pub mod engine {
    //! The module of the worker.
    #[cfg(target_feature = "atomics")]
    use strata_engine::threads;
    use wasm_bindgen::prelude::{JsError, wasm_bindgen};

    use crate::searcher;

    #[wasm_bindgen]
    extern "C" {
        /// Receives the reports of a search.
        pub type Host;

        /// Receives a report.
        #[wasm_bindgen(method)]
        fn report(this: &Host, text: &str);
    }

    /// The names of the files that a game needs.
    #[wasm_bindgen(js_name = missingTables)]
    pub fn missing_tables(game: &str) -> Vec<String> {
        searcher::missing_tables(game)
    }

    /// Provides a file.
    #[wasm_bindgen(js_name = loadTable)]
    pub fn load_table(name: &str, data: Vec<u8>) {
        searcher::load_table(name, data);
    }

    /// Makes a worker a helper of the searching one, whose memory it shares. Returns only if there are
    /// enough helpers.
    #[cfg(target_feature = "atomics")]
    #[wasm_bindgen]
    pub fn help() {
        threads::help();
    }

    /// The address of a byte that stops the running search while it is 1.
    #[cfg(target_feature = "atomics")]
    #[wasm_bindgen(js_name = stopAddress)]
    pub fn stop_address() -> usize {
        searcher::stop_address()
    }

    /// Searches positions.
    #[wasm_bindgen]
    #[derive(Debug, Default)]
    pub struct Searcher(searcher::Searcher);

    #[wasm_bindgen]
    impl Searcher {
        /// An engine for all games.
        #[wasm_bindgen(constructor)]
        pub fn new() -> Self {
            Self::default()
        }

        /// An engine with helpers: as many workers have to call [`help`].
        #[cfg(target_feature = "atomics")]
        #[wasm_bindgen(js_name = withHelpers)]
        pub fn with_helpers(helpers: usize) -> Self {
            Self(searcher::Searcher::new(threads::start(helpers)))
        }

        /// The number of threads of a search.
        #[cfg(target_feature = "atomics")]
        pub fn threads(&self) -> usize {
            self.0.threads()
        }

        /// Analyses a position.
        pub fn analyse(&mut self, request: &str, host: &Host) -> Result<(), JsError> {
            Ok(self.0.analyse(request, &mut |text| host.report(&text))?)
        }

        /// The best move of a position.
        #[wasm_bindgen(js_name = bestMove)]
        pub fn best_move(&mut self, request: &str) -> Result<String, JsError> {
            Ok(self.0.best_move(request)?)
        }

        /// Measures the speed of a game.
        pub fn bench(&mut self, game: &str) -> Result<String, JsError> {
            Ok(self.0.bench(game)?)
        }

        /// Judges a move that a player tries in place of a mistake.
        pub fn retry(&mut self, request: &str) -> Result<String, JsError> {
            Ok(self.0.retry(request)?)
        }

        /// Reviews the moves of a game.
        pub fn review(&mut self, request: &str, host: &Host) -> Result<(), JsError> {
            Ok(self.0.review(request, &mut |text| host.report(&text))?)
        }
    }
}
