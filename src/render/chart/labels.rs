//! Names around points of a plane, where none covers another: beside its point, or further off with a line to it. It knows places and widths, no
//! values. All is whole numbers, so that the same drawing comes out on every machine.

use super::pen::Point;

/// Half the height of a name with its rim.
const HALF: i32 = 75;

/// A name that wants to stand beside a point.
pub(super) struct Wish {
    /// The point.
    pub(super) at: Point,
    /// What it needs free around the point.
    pub(super) clear: i32,
    /// The width of the name.
    pub(super) width: i32,
}

/// Where a name stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Placed {
    /// The left end of the name, at its middle height.
    pub(super) at: Point,
    /// The line from the point, where the name had to move away.
    pub(super) lead: Option<(Point, Point)>,
}

#[derive(Debug, Clone, Copy)]
struct Area {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl Area {
    fn of(placed: Placed, width: i32) -> Self {
        let (left, middle) = placed.at;
        Self { left, top: middle - HALF, right: left + width, bottom: middle + HALF }
    }

    fn around((x, y): Point, clear: i32) -> Self {
        Self { left: x - clear, top: y - clear, right: x + clear, bottom: y + clear }
    }

    fn is_within(self, ((left, top), (right, bottom)): (Point, Point)) -> bool {
        left <= self.left && top <= self.top && self.right <= right && self.bottom <= bottom
    }

    fn shared(self, other: Self) -> i64 {
        let across = (self.right.min(other.right) - self.left.max(other.left)).max(0);
        let down = (self.bottom.min(other.bottom) - self.top.max(other.top)).max(0);
        i64::from(across) * i64::from(down)
    }

    fn is_crossed_by(self, (from, to): (Point, Point)) -> bool {
        let inside = |(x, y): Point| (self.left..=self.right).contains(&x) && (self.top..=self.bottom).contains(&y);
        let corners =
            [(self.left, self.top), (self.right, self.bottom), (self.left, self.bottom), (self.right, self.top)];
        inside(from)
            || inside(to)
            || cross((from, to), (corners[0], corners[1]))
            || cross((from, to), (corners[2], corners[3]))
    }
}

fn cross((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    let turn = |p: Point, q: Point, r: Point| {
        let (dx, dy) = (i64::from(q.0) - i64::from(p.0), i64::from(q.1) - i64::from(p.1));
        (dx * (i64::from(r.1) - i64::from(p.1)) - dy * (i64::from(r.0) - i64::from(p.0))).signum()
    };
    turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0
}

/// A place for each name within the corners, in the order of the wishes: beside its point where that is free, else at the nearest place with a line to
/// the point, else where it covers least. Names rather stand clear of the `lines` drawn between the points, too.
pub(super) fn around(wishes: &[Wish], lines: &[Vec<Point>], corners: (Point, Point)) -> Vec<Placed> {
    let markers: Vec<Area> = wishes.iter().map(|wish| Area::around(wish.at, wish.clear)).collect();
    let mut placed: Vec<Placed> = Vec::new();
    for (index, wish) in wishes.iter().enumerate() {
        let field = Field { index, wishes, markers: &markers, placed: &placed, lines, corners };
        if let Some(best) = candidates(wish).into_iter().min_by_key(|candidate| field.cost(*candidate)) {
            placed.push(within(best, wish, corners));
        }
    }
    placed
}

/// Nearest first: right, left, above, below, the four corners, then rings further and further out.
fn candidates(wish: &Wish) -> Vec<Placed> {
    const DIRECTIONS: [Point; 16] = [
        (100, 0),
        (92, -38),
        (92, 38),
        (71, -71),
        (71, 71),
        (38, -92),
        (38, 92),
        (0, -100),
        (0, 100),
        (-38, -92),
        (-38, 92),
        (-71, -71),
        (-71, 71),
        (-92, -38),
        (-92, 38),
        (-100, 0),
    ];
    const RINGS: [i32; 14] = [200, 240, 310, 400, 500, 640, 820, 1000, 1200, 1400, 1700, 2000, 2400, 2800];
    let ((x, y), clear, width) = (wish.at, wish.clear, wish.width);
    let (near, over) = (clear + 45, clear + HALF);
    let beside = [
        (x + near, y),
        (x - near - width, y),
        (x - width / 2, y - over),
        (x - width / 2, y + over),
        (x + clear, y - over),
        (x + clear, y + over),
        (x - clear - width, y - over),
        (x - clear - width, y + over),
    ];
    let mut all: Vec<Placed> = beside.into_iter().map(|at| Placed { at, lead: None }).collect();
    for ring in RINGS {
        for (dx, dy) in DIRECTIONS {
            let (px, py) = (x + dx * ring / 100, y + dy * ring / 100);
            let (left, gap) = match dx {
                30.. => (px, 25),
                ..-30 => (px - width, -25),
                _ => (px - width / 2, 0),
            };
            // The line ends before the name: beside it, or at its upper or lower edge.
            let end = if gap == 0 { (px, py - dy.signum() * (HALF - 10)) } else { (px - gap, py) };
            let start = (x + dx * (clear + 10) / 100, y + dy * (clear + 10) / 100);
            all.push(Placed { at: (left, py), lead: Some((start, end)) });
        }
    }
    all
}

/// Moved within the corners where there was no place that is.
fn within(placed: Placed, wish: &Wish, ((left, top), (right, bottom)): (Point, Point)) -> Placed {
    let at = (placed.at.0.min(right - wish.width).max(left), placed.at.1.min(bottom - HALF).max(top + HALF));
    Placed { at, lead: placed.lead.filter(|_| at == placed.at) }
}

/// What stands already, when the name of this index looks for its place.
struct Field<'a> {
    index: usize,
    wishes: &'a [Wish],
    markers: &'a [Area],
    placed: &'a [Placed],
    lines: &'a [Vec<Point>],
    corners: (Point, Point),
}

impl Field<'_> {
    /// How bad a place is. A drawn line behind a name is better than a name far from its point, and that is better than anything covered.
    fn cost(&self, candidate: Placed) -> i64 {
        const LINE: i64 = 1_000;
        const FAR: i64 = 2_500;
        const COVERED: i64 = 40_000;
        const OUTSIDE: i64 = 100_000_000;
        let own = Area::of(candidate, self.wishes[self.index].width);
        let count = |truths: &[bool]| truths.iter().filter(|truth| **truth).count() as i64;
        let mut cost = OUTSIDE * i64::from(!own.is_within(self.corners));
        cost +=
            candidate.lead.map_or(0, |(from, to)| FAR + 4 * i64::from((to.0 - from.0).abs() + (to.1 - from.1).abs()));
        for (other, marker) in self.markers.iter().enumerate() {
            let through = other != self.index && candidate.lead.is_some_and(|lead| marker.is_crossed_by(lead));
            let shared = own.shared(*marker);
            cost += 2 * shared + COVERED * count(&[0 < shared, through]);
        }
        for (other, wish) in self.placed.iter().zip(self.wishes) {
            let area = Area::of(*other, wish.width);
            let through = candidate.lead.is_some_and(|lead| area.is_crossed_by(lead));
            let under = other.lead.is_some_and(|lead| own.is_crossed_by(lead));
            let crossed = candidate.lead.zip(other.lead).is_some_and(|(one, other)| cross(one, other));
            let shared = own.shared(area);
            cost += shared + COVERED * count(&[0 < shared, through, under, crossed]);
        }
        let behind = |line: &&Vec<Point>| line.windows(2).any(|ends| own.is_crossed_by((ends[0], ends[1])));
        cost + LINE * self.lines.iter().filter(behind).count() as i64
    }
}
