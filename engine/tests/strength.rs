//! Levels of playing strength: what a weak player still does, and that a stronger one wins.

use tengen_engine::{BoardSize, Color, Engine, Game, Limits, Options, Point, Rows, RuleKind, Strength, Task};

fn game(text: &str) -> Game {
    Game::from_text(RuleKind::Renju, BoardSize::square(15).unwrap(), text, Rows::FromBottom).unwrap()
}

fn player(strength: Strength) -> Engine {
    Engine::new(Options { hash_bytes: 1 << 20, strength, ..Options::default() })
}

#[test]
fn a_five_is_never_overlooked_and_no_forbidden_move_is_played() {
    for seed in 0..20 {
        let mut player = player(Strength::new(0).with_seed(seed));
        let won = game("h8a1i8c1j8e1k8g1");
        let point = player.search(&won, Limits::none()).point().unwrap();
        assert!(won.clone().play(point).unwrap().is_some());
        let crossed = game("g8a1i8c1h7e1h9g1");
        let point = player.search(&crossed, Limits::none()).point().unwrap();
        assert!(crossed.is_legal(point));
    }
}

#[test]
fn what_is_forbidden_is_not_played_where_all_else_is_overlooked() {
    let size = BoardSize::square(15).unwrap();
    let point = |text: &str| Point::parse(text, size, Rows::FromBottom).unwrap();
    let mut game = Game::new(RuleKind::Renju, size);
    for stone in ["h8", "i8", "j8", "l8", "m8"] {
        game.place(Color::Black, point(stone)).unwrap();
    }
    let left = ["k8", "a1"].map(point);
    let closed: Vec<Point> = game.empty_points().filter(|point| !left.contains(point)).collect();
    closed.into_iter().for_each(|point| game.close(point).unwrap());
    game.set_to_move(Color::Black);
    assert_eq!(left.map(|point| game.is_legal(point)), [false, true]);
    for seed in 0..20 {
        let mut player = player(Strength::new(0).with_seed(seed));
        assert_eq!(player.search(&game, Limits::none()).point(), Some(left[1]), "seed {seed}");
    }
}

#[test]
fn what_is_excluded_is_not_played_whatever_is_overlooked() {
    let game = game("h8i9");
    let left = Point::parse("a1", game.size(), Rows::FromBottom).unwrap();
    let exclude: Vec<Point> = game.legal_points().filter(|&point| point != left).collect();
    for seed in 0..20 {
        let mut player = player(Strength::new(0).with_seed(seed));
        let task = Task::Move { game: game.clone(), lines: 1, exclude: exclude.clone(), known: Vec::new() };
        assert_eq!(player.run(task, Limits::none(), |_| {}).point(), Some(left), "seed {seed}");
    }
}

#[test]
fn a_seed_makes_the_same_choices() {
    let moves = |seed| {
        // What several threads find together is another thing each time.
        let strength = Strength::new(10).with_seed(seed);
        let mut player = Engine::new(Options { hash_bytes: 1 << 20, threads: 4, strength });
        let mut game = game("h8");
        for _ in 0..8 {
            let point = player.search(&game, Limits::none()).point().unwrap();
            game.play(point).unwrap();
        }
        game.to_text(Rows::FromBottom)
    };
    assert_eq!(moves(3), moves(3));
    assert_ne!(moves(3), moves(4));
}

#[test]
fn fewer_nodes_than_those_of_a_level_are_kept_and_an_analysis_has_all_it_may_use() {
    let size = BoardSize::square(15).unwrap();
    let game = Game::from_text(RuleKind::Freestyle, size, "h8i9g9g7", Rows::FromBottom).unwrap();
    let nodes = |level, limits| {
        let mut player = player(Strength::new(level).with_seed(1));
        player.search(&game, limits).line.unwrap().nodes
    };
    // Level 60 has 1,400 nodes, and level 0 has one.
    let fewer = nodes(60, Limits::nodes(50));
    assert!(fewer < 400, "{fewer} nodes");
    let analysis = nodes(0, Limits::nodes(3000).thorough());
    assert!(analysis >= 3000, "{analysis} nodes");
}

#[test]
fn a_higher_level_wins() {
    let mut points = 0;
    for seed in 0..10 {
        let mut players = [10, 70].map(|level| player(Strength::new(level).with_seed(seed)));
        let mut game = game("h8");
        let higher_is_white = seed % 2 == 0;
        let result = loop {
            let white = game.moves().len() % 2 == 1;
            let turn = usize::from(white == higher_is_white);
            let point = players[turn].search(&game, Limits::none()).point().unwrap();
            if let Some(result) = game.play(point).unwrap() {
                break result;
            }
        };
        let winner = result.winner().map(|color| color == Color::White);
        points += usize::from(winner == Some(higher_is_white));
    }
    assert!(points >= 9, "{points} of 10");
}
