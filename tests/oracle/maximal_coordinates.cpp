#include "maximal_coordinates.hpp"

#include <cmath>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace oracle {

// ---- vectors

Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vec operator-(Vec a) { return {-a.x, -a.y, -a.z}; }
Vec operator*(Vec a, Real s) { return {a.x * s, a.y * s, a.z * s}; }
Real dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vec cross(Vec a, Vec b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
Vec operator*(const Mat& A, Vec v) { return {dot(A.x, v), dot(A.y, v), dot(A.z, v)}; }
Mat transpose(const Mat& A) { return {{A.x.x, A.y.x, A.z.x}, {A.x.y, A.y.y, A.z.y}, {A.x.z, A.y.z, A.z.z}}; }
Mat operator*(const Mat& A, const Mat& B) {
    const Mat columns = transpose(B);
    const auto row = [&](Vec r) { return Vec{dot(r, columns.x), dot(r, columns.y), dot(r, columns.z)}; };
    return {row(A.x), row(A.y), row(A.z)};
}

namespace {

constexpr Mat one{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

Mat operator+(const Mat& A, const Mat& B) { return {A.x + B.x, A.y + B.y, A.z + B.z}; }
Mat operator*(const Mat& A, Real s) { return {A.x * s, A.y * s, A.z * s}; }
Mat skew(Vec v) { return {{0, -v.z, v.y}, {v.z, 0, -v.x}, {-v.y, v.x, 0}}; }  // skew(v) u = v x u
Vec unit(Vec v) { return v * (1 / std::sqrt(dot(v, v))); }
Vec vec(const limb::internal::Vec3<double>& v) { return {v.x, v.y, v.z}; }

// The rotation that a matrix with rounded numbers means: the nearest one, by R <- R (3 - R'R) / 2.
Mat rotation(const limb::Rotation<double>& given) {
    Mat R{vec(given.x), vec(given.y), vec(given.z)};
    for (int k = 0; k < 4; ++k) R = (R * 3 + R * (transpose(R) * R) * -1) * Real{0.5};
    return R;
}

// unit quaternion w x y z at q
Mat attitude(const Real* q) {
    const Vec u{q[1], q[2], q[3]};
    const Mat U = skew(u);
    return one + U * (2 * q[0]) + U * U * 2;
}

}  // namespace

Mat turn(Vec axis, Real angle) {
    const Mat U = skew(unit(axis));
    return one + U * std::sin(angle) + U * U * (1 - std::cos(angle));
}

// ---- the table

Mass mass_of(Real mass, Vec com, const limb::Inertia& I) {
    const Mat C = skew(com);
    const Mat about_com{{I.xx, I.xy, I.xz}, {I.xy, I.yy, I.yz}, {I.xz, I.yz, I.zz}};
    return {mass, com * mass, about_com + C * C * -mass};  // parallel axes
}

namespace {

int count_freedoms(limb::Joint joint) {
    switch (joint) {
        case limb::Joint::fixed: return 0;
        case limb::Joint::universal:
        case limb::Joint::cylindrical: return 2;
        case limb::Joint::planar:
        case limb::Joint::spherical: return 3;
        case limb::Joint::floating: return 6;
        default: return 1;
    }
}
bool has_quaternion(limb::Joint joint) { return joint == limb::Joint::floating || joint == limb::Joint::spherical; }

// the axis of a joint that has one, in the joint's frame
Vec axis_of(const limb::Row& row) {
    switch (row.joint) {
        case limb::Joint::revolute_x:
        case limb::Joint::prismatic_x: return {1, 0, 0};
        case limb::Joint::revolute_y:
        case limb::Joint::prismatic_y: return {0, 1, 0};
        case limb::Joint::revolute_z:
        case limb::Joint::prismatic_z: return {0, 0, 1};
        default: return unit(vec(row.axis));
    }
}

}  // namespace

Robot::Robot(std::vector<limb::Row> rows) : row(std::move(rows)) {
    const int n = static_cast<int>(row.size());
    for (int i = 0; i < n; ++i) {
        const limb::Row& r = row[i];
        int up = i - 1;  // the row above, where none is named
        if (std::string_view(r.parent) == "world") up = -1;
        else if (*r.parent != 0)
            for (int j = 0; j < n; ++j)
                if (std::string_view(row[j].name) == r.parent) up = j;
        parent.push_back(up);
        position.push_back(positions);
        dof.push_back(freedoms);
        positions += count_freedoms(r.joint) + has_quaternion(r.joint);
        freedoms += count_freedoms(r.joint);
        mass.push_back(mass_of(r.mass, vec(r.com), r.inertia));
        armature.insert(armature.end(), count_freedoms(r.joint), Real{r.armature} + Real{r.gear} * r.gear * r.rotor);
        ring.push_back(Real{r.gear} * r.rotor);
    }
    // whoever's parent is in is next
    std::vector<bool> in(n, false);
    while (static_cast<int>(order.size()) < n) {
        const std::size_t before = order.size();
        for (int i = 0; i < n; ++i)
            if (!in[i] && (parent[i] < 0 || in[parent[i]])) {
                order.push_back(i);
                in[i] = true;
            }
        if (order.size() == before) std::abort();  // rows in a circle
    }
}

void Robot::carry(int r, const Mass& payload) {
    mass[r].mass += payload.mass;
    mass[r].moment = mass[r].moment + payload.moment;
    mass[r].inertia = mass[r].inertia + payload.inertia;
}
bool Robot::floats() const { return row[order[0]].joint == limb::Joint::floating; }
int Robot::freedoms_of(int r) const { return count_freedoms(row[r].joint); }

// ---- what a joint allows

namespace {

// In the joint's frame, which is fixed to the parent: where the row is, how each freedom moves it, and what its velocity
// changes by while qd stays (the axes of some freedoms turn).
struct Hinge {
    Mat rotation = one;
    Vec position;
    std::vector<Vec> angular, linear;  // by freedom
    Vec angular_rate, linear_rate;
};

Hinge hinge_of(const limb::Row& row, const Real* q, const Real* qd) {
    using limb::Joint;
    const Vec none{}, u = axis_of(row);
    Hinge h;
    const auto freedom = [&](Vec angular, Vec linear) {
        h.angular.push_back(angular);
        h.linear.push_back(linear);
    };
    switch (row.joint) {
        case Joint::fixed: break;
        case Joint::revolute_x:
        case Joint::revolute_y:
        case Joint::revolute_z:
        case Joint::revolute:
            h.rotation = turn(u, q[0]);
            freedom(u, none);
            break;
        case Joint::prismatic_x:
        case Joint::prismatic_y:
        case Joint::prismatic_z:
        case Joint::prismatic:
            h.position = u * q[0];
            freedom(none, u);
            break;
        case Joint::helical:
            h.rotation = turn(u, q[0]);
            h.position = u * (row.pitch * q[0]);
            freedom(u, u * row.pitch);
            break;
        case Joint::cylindrical:
            h.rotation = turn(u, q[0]);
            h.position = u * q[1];
            freedom(u, none);
            freedom(none, u);
            break;
        case Joint::universal: {
            const Vec second = turn(u, q[0]) * unit(vec(row.axis2));  // the first one turns it
            h.rotation = turn(second, q[1]) * turn(u, q[0]);
            freedom(u, none);
            freedom(second, none);
            h.angular_rate = cross(u, second) * (qd[0] * qd[1]);
            break;
        }
        case Joint::planar:
            h.rotation = turn({0, 0, 1}, q[2]);
            h.position = {q[0], q[1], 0};
            freedom(none, {1, 0, 0});
            freedom(none, {0, 1, 0});
            freedom({0, 0, 1}, none);
            break;
        case Joint::spherical:
        case Joint::floating: {
            h.rotation = attitude(q);
            const Mat axes = transpose(h.rotation);  // of the body, in the joint's frame
            for (const Vec& axis : {axes.x, axes.y, axes.z}) freedom(axis, none);
            if (row.joint == Joint::spherical) break;  // w x w = 0: no rate
            h.position = {q[4], q[5], q[6]};
            for (const Vec& axis : {axes.x, axes.y, axes.z}) freedom(none, axis);
            h.linear_rate = h.rotation * cross({qd[0], qd[1], qd[2]}, {qd[3], qd[4], qd[5]});
            break;
        }
    }
    return h;
}

// What is known of a row before any force is: where it is and how fast, and how its accelerations follow from its
// parent's:  al = al_parent + sum of angular qdd + angular_rate,  a = a_parent + al_parent x arm + sum of linear qdd +
// linear_rate. World's axes.
struct Known {
    Mat rotation;
    Vec position, w, v, arm;
    std::vector<Vec> angular, linear;  // by freedom
    Vec angular_rate, linear_rate;
};

std::vector<Known> known_motion(const Robot& robot, const Numbers& q, const Numbers& qd, const Surroundings& around) {
    std::vector<Known> known(robot.row.size());
    const Known base{one, {}, around.angular_velocity, around.velocity, {}, {}, {}, {}, {}};
    for (const int i : robot.order) {
        const limb::Row& row = robot.row[i];
        const Known& up = robot.parent[i] < 0 ? base : known[robot.parent[i]];
        const Real* rates = qd.data() + robot.dof[i];
        const Hinge h = hinge_of(row, q.data() + robot.position[i], rates);
        const Mat joint = up.rotation * rotation(row.rotation);  // the joint's frame
        Known& k = known[i];
        k.rotation = joint * h.rotation;
        k.arm = up.rotation * vec(row.at) + joint * h.position;
        k.position = up.position + k.arm;
        Vec turning, sliding;  // of the row against its parent
        for (std::size_t f = 0; f < h.angular.size(); ++f) {
            k.angular.push_back(joint * h.angular[f]);
            k.linear.push_back(joint * h.linear[f]);
            turning = turning + k.angular[f] * rates[f];
            sliding = sliding + k.linear[f] * rates[f];
        }
        k.w = up.w + turning;
        k.v = up.v + cross(up.w, k.arm) + sliding;
        k.angular_rate = cross(up.w, turning) + joint * h.angular_rate;
        k.linear_rate = cross(up.w, cross(up.w, k.arm)) + cross(up.w, sliding) * 2 + joint * h.linear_rate;
    }
    return known;
}

}  // namespace

std::vector<Frame> kinematics(const Robot& robot, const Numbers& q, const Numbers& qd, const Numbers& qdd,
                              const Surroundings& around) {
    const auto known = known_motion(robot, q, qd, around);
    std::vector<Frame> frame(known.size());
    for (const int i : robot.order) {
        const Known& k = known[i];
        const int up = robot.parent[i];
        const Vec al = up < 0 ? around.angular_acceleration : frame[up].angular_acceleration;
        const Vec a = up < 0 ? around.acceleration : frame[up].acceleration;
        frame[i] = {k.rotation, k.position, k.w, k.v, al + k.angular_rate, a + cross(al, k.arm) + k.linear_rate};
        for (std::size_t f = 0; f < k.angular.size(); ++f) {
            frame[i].angular_acceleration = frame[i].angular_acceleration + k.angular[f] * qdd[robot.dof[i] + f];
            frame[i].acceleration = frame[i].acceleration + k.linear[f] * qdd[robot.dof[i] + f];
        }
    }
    return frame;
}

// ---- a linear system

Numbers solve(Matrix A, Numbers b) {
    const std::size_t n = b.size();
    for (std::size_t i = 0; i < n; ++i) {  // forces and accelerations, grams and tonnes: the largest number of a row becomes one
        Real largest = 0;
        for (const Real x : A[i]) largest = std::max(largest, std::abs(x));
        for (Real& x : A[i]) x /= largest;
        b[i] /= largest;
    }
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t pivot = k;
        for (std::size_t i = k + 1; i < n; ++i)
            if (std::abs(A[i][k]) > std::abs(A[pivot][k])) pivot = i;
        std::swap(A[k], A[pivot]);
        std::swap(b[k], b[pivot]);
        std::vector<std::size_t> filled;  // most numbers are zero
        for (std::size_t j = k + 1; j < n; ++j)
            if (A[k][j] != 0) filled.push_back(j);
        for (std::size_t i = k + 1; i < n; ++i) {
            if (A[i][k] == 0) continue;
            const Real factor = A[i][k] / A[k][k];
            for (const std::size_t j : filled) A[i][j] -= factor * A[k][j];
            b[i] -= factor * b[k];
        }
    }
    for (std::size_t k = n; k-- > 0;) {
        for (std::size_t j = k + 1; j < n; ++j) b[k] -= A[k][j] * b[j];
        b[k] /= A[k][k];
    }
    return b;
}

// ---- the equations of motion

namespace {

// Unknowns and equations with their places in the linear system: of each row al, a, moment and force of its hinge; then
// qdd and tau of each freedom, of which one or the other is given; then the multipliers of the loops.
struct Equations {
    const Robot& robot;
    Matrix A;
    Numbers b;
    std::size_t next = 0;  // the equation that is being written

    Equations(const Robot& r, std::size_t loops) : robot(r) {
        const std::size_t size = 12 * r.row.size() + 2 * r.freedoms + loops;
        A.assign(size, Numbers(size, 0));
        b.assign(size, 0);
    }
    static std::size_t al(int row) { return 12 * row; }
    static std::size_t a(int row) { return 12 * row + 3; }
    static std::size_t moment(int row) { return 12 * row + 6; }
    static std::size_t force(int row) { return 12 * row + 9; }
    std::size_t qdd(int dof) const { return 12 * robot.row.size() + dof; }
    std::size_t tau(int dof) const { return 12 * robot.row.size() + robot.freedoms + dof; }
    std::size_t multiplier(int k) const { return 12 * robot.row.size() + 2 * robot.freedoms + k; }

    // Terms of the next three equations (a vector), or of the next one: what stands left of the equals sign, and right.
    void add(std::size_t unknown, const Mat& factor) {
        const Vec rows[] = {factor.x, factor.y, factor.z};
        for (std::size_t i = 0; i < 3; ++i) add_to(next + i, unknown, rows[i]);
    }
    void add(std::size_t unknown, Vec factor) { add_to(next, unknown, factor); }
    void add_scalar(std::size_t unknown, Vec factor) {  // a number times a vector
        const Real parts[] = {factor.x, factor.y, factor.z};
        for (std::size_t i = 0; i < 3; ++i) A[next + i][unknown] += parts[i];
    }
    void add_scalar(std::size_t unknown, Real factor) { A[next][unknown] += factor; }
    void equals(Vec value) {
        for (const Real x : {value.x, value.y, value.z}) b[next++] = x;
    }
    void equals(Real value) { b[next++] = value; }

  private:
    void add_to(std::size_t equation, std::size_t unknown, Vec row) {
        A[equation][unknown] += row.x;
        A[equation][unknown + 1] += row.y;
        A[equation][unknown + 2] += row.z;
    }
};

enum class Given { qdd, tau };

Vec three(const Numbers& x, std::size_t at) { return {x[at], x[at + 1], x[at + 2]}; }
Mat block(const Matrix& A, std::size_t row, std::size_t column) {
    return {three(A[row], column), three(A[row + 1], column), three(A[row + 2], column)};
}

Solution solved(const Robot& robot, const Numbers& q, const Numbers& qd, const Numbers& in, Given given,
                const Surroundings& around) {
    const int n = static_cast<int>(robot.row.size());
    const auto known = known_motion(robot, q, qd, around);
    const Vec g = around.gravity;
    Equations e(robot, around.loops.wanted.size());

    for (int i = 0; i < n; ++i) {
        const Known& k = known[i];
        const Mat &R = k.rotation, back = transpose(R);
        const Real m = robot.mass[i].mass;
        const Vec h = R * robot.mass[i].moment;
        const Mat I = R * robot.mass[i].inertia * back;
        Wrench outside;
        if (!around.wrenches.empty()) outside = {R * around.wrenches[i].moment, R * around.wrenches[i].force};

        // Euler about the row's origin:  I al + h x (a - g) + w x I w  =  its hinge's moment - those of its children's hinges,
        // with their arms + outside  - d/dt of the angular momentum of the rotors that it carries, ring qd along their axes
        Vec right = cross(h, g) - cross(k.w, I * k.w) + outside.moment;
        e.add(Equations::al(i), I);
        e.add(Equations::a(i), skew(h));
        e.add(Equations::moment(i), one * -1);
        for (int j = 0; j < n; ++j) {
            if (robot.parent[j] != i) continue;
            e.add(Equations::moment(j), one);
            e.add(Equations::force(j), skew(known[j].position - k.position));
            if (robot.ring[j] == 0) continue;
            const Vec spin = known[j].angular[0] * robot.ring[j];
            e.add_scalar(e.qdd(robot.dof[j]), spin);
            right = right - cross(k.w, spin) * qd[robot.dof[j]];
        }
        for (const Grip& grip : around.grips) {  // its moment
            if (grip.row != i) continue;
            e.add(Equations::al(i), R * block(grip.inertia, 0, 0) * back);
            e.add(Equations::a(i), R * block(grip.inertia, 0, 3) * back);
            right = right + R * (block(grip.inertia, 0, 3) * (back * g) - three(grip.load, 0));
        }
        e.equals(right);

        // Newton:  m (a - g) + al x h + w x (w x h)  =  its hinge's force - those of its children's hinges + outside
        right = g * m - cross(k.w, cross(k.w, h)) + outside.force;
        e.add(Equations::a(i), one * m);
        e.add(Equations::al(i), skew(h) * -1);
        e.add(Equations::force(i), one * -1);
        for (int j = 0; j < n; ++j)
            if (robot.parent[j] == i) e.add(Equations::force(j), one);
        for (const Grip& grip : around.grips) {  // its force
            if (grip.row != i) continue;
            e.add(Equations::al(i), R * block(grip.inertia, 3, 0) * back);
            e.add(Equations::a(i), R * block(grip.inertia, 3, 3) * back);
            right = right + R * (block(grip.inertia, 3, 3) * (back * g) - three(grip.load, 3));
        }
        e.equals(right);

        // The hinge:  al - al_parent - sum of angular qdd = rate;  a - a_parent - al_parent x arm - sum of linear qdd = rate
        const int up = robot.parent[i];
        e.add(Equations::al(i), one);
        if (up >= 0) e.add(Equations::al(up), one * -1);
        for (std::size_t f = 0; f < k.angular.size(); ++f) e.add_scalar(e.qdd(robot.dof[i] + f), -k.angular[f]);
        e.equals(k.angular_rate + (up >= 0 ? Vec{} : around.angular_acceleration));

        e.add(Equations::a(i), one);
        if (up >= 0) {
            e.add(Equations::a(up), one * -1);
            e.add(Equations::al(up), skew(k.arm));
        }
        for (std::size_t f = 0; f < k.angular.size(); ++f) e.add_scalar(e.qdd(robot.dof[i] + f), -k.linear[f]);
        e.equals(k.linear_rate + (up >= 0 ? Vec{} : around.acceleration + cross(around.angular_acceleration, k.arm)));

        // The motor gives what the hinge carries along the freedom, and what its own inertia takes; the rotor turns with the
        // parent, too:  angular . moment + linear . force + armature qdd + ring axis . al_parent - tau = 0
        for (std::size_t f = 0; f < k.angular.size(); ++f) {
            const int d = robot.dof[i] + static_cast<int>(f);
            const Vec spin = f == 0 ? k.angular[0] * robot.ring[i] : Vec{};
            e.add(Equations::moment(i), k.angular[f]);
            e.add(Equations::force(i), k.linear[f]);
            e.add_scalar(e.qdd(d), robot.armature[d]);
            e.add_scalar(e.tau(d), -1);
            for (std::size_t l = 0; l < around.loops.wanted.size(); ++l)
                e.add_scalar(e.multiplier(static_cast<int>(l)), -around.loops.jacobian[l][d]);
            if (up >= 0) e.add(Equations::al(up), spin);
            e.equals(up >= 0 ? 0 : -dot(spin, around.angular_acceleration));
        }
    }
    for (int d = 0; d < robot.freedoms; ++d) {
        e.add_scalar(given == Given::qdd ? e.qdd(d) : e.tau(d), Real{1});
        e.equals(in[d]);
    }
    for (std::size_t l = 0; l < around.loops.wanted.size(); ++l) {
        for (int d = 0; d < robot.freedoms; ++d) e.add_scalar(e.qdd(d), around.loops.jacobian[l][d]);
        e.equals(around.loops.wanted[l]);
    }

    const Numbers x = solve(e.A, e.b);

    Solution s;
    for (int d = 0; d < robot.freedoms; ++d) {
        s.qdd.push_back(x[e.qdd(d)]);
        s.tau.push_back(x[e.tau(d)]);
    }
    for (std::size_t l = 0; l < around.loops.wanted.size(); ++l) s.multiplier.push_back(x[e.multiplier(static_cast<int>(l))]);
    for (int i = 0; i < n; ++i) {
        const Known& k = known[i];
        s.row.push_back({k.rotation, k.position, k.w, k.v, three(x, Equations::al(i)), three(x, Equations::a(i))});
        const Vec moment = three(x, Equations::moment(i)), force = three(x, Equations::force(i));
        const Mat back = transpose(k.rotation);
        s.hinge.push_back({back * moment, back * force});
        if (robot.parent[i] >= 0) continue;
        s.on_ground = {-(moment + cross(k.position, force)), -force};
        if (robot.ring[i] == 0) continue;  // the rotor of the first joint sits on the ground
        const Vec spin = k.angular[0] * robot.ring[i];
        s.on_ground.moment = s.on_ground.moment - spin * s.qdd[robot.dof[i]] -
                             cross(around.angular_velocity, spin) * qd[robot.dof[i]];
    }
    return s;
}

}  // namespace

Solution inverse_dynamics(const Robot& robot, const Numbers& q, const Numbers& qd, const Numbers& qdd,
                          const Surroundings& around) {
    return solved(robot, q, qd, qdd, Given::qdd, around);
}
Solution forward_dynamics(const Robot& robot, const Numbers& q, const Numbers& qd, const Numbers& tau,
                          const Surroundings& around) {
    return solved(robot, q, qd, tau, Given::tau, around);
}

// ---- what follows from them, or from the velocities

Matrix mass_matrix(const Robot& robot, const Numbers& q) {
    Surroundings space;
    space.gravity = {};
    const Numbers still(robot.freedoms, 0);
    Matrix M(robot.freedoms, still);
    for (int j = 0; j < robot.freedoms; ++j) {
        Numbers unit = still;
        unit[j] = 1;
        const Numbers tau = inverse_dynamics(robot, q, still, unit, space).tau;
        for (int i = 0; i < robot.freedoms; ++i) M[i][j] = tau[i];
    }
    return M;
}

Matrix jacobian(const Robot& robot, int row, const Numbers& q) {
    const Numbers still(robot.freedoms, 0);
    Matrix J(6, still);
    for (int j = 0; j < robot.freedoms; ++j) {
        Numbers unit = still;
        unit[j] = 1;
        const Frame f = kinematics(robot, q, unit, still)[row];
        const Vec &w = f.angular_velocity, &v = f.velocity;
        const Real column[] = {w.x, w.y, w.z, v.x, v.y, v.z};
        for (int i = 0; i < 6; ++i) J[i][j] = column[i];
    }
    return J;
}

std::vector<Energy> energies(const Robot& robot, const Numbers& q, const Numbers& qd, const Surroundings& around) {
    const auto known = known_motion(robot, q, qd, around);
    std::vector<Energy> energies(known.size());
    for (std::size_t i = 0; i < known.size(); ++i) {
        const Known& k = known[i];
        const Real m = robot.mass[i].mass;
        const Vec h = k.rotation * robot.mass[i].moment, w = transpose(k.rotation) * k.w;
        // m v^2 / 2 + v . (w x h) + w'I w / 2 about the origin; - g . (m x + h)
        energies[i].kinetic = (m * dot(k.v, k.v) + dot(w, robot.mass[i].inertia * w)) / 2 + dot(k.v, cross(k.w, h));
        energies[i].potential = -dot(around.gravity, k.position * m + h);
        // the drive's: armature qd^2 / 2, and J (gear qd + wz)^2 / 2 of the rotor less the J wz^2 / 2 that its carrier has
        const Vec carrier = robot.parent[i] < 0 ? around.angular_velocity : known[robot.parent[i]].w;
        for (std::size_t f = 0; f < k.angular.size(); ++f) {
            const Real rate = qd[robot.dof[i] + f];
            energies[i].kinetic += robot.armature[robot.dof[i] + f] * rate * rate / 2;
            if (f == 0) energies[i].kinetic += robot.ring[i] * rate * dot(carrier, k.angular[0]);
        }
    }
    return energies;
}
Energy energy(const Robot& robot, const Numbers& q, const Numbers& qd, const Surroundings& around) {
    Energy sum;
    for (const Energy& e : energies(robot, q, qd, around)) {
        sum.kinetic += e.kinetic;
        sum.potential += e.potential;
    }
    return sum;
}

Momentum momentum(const Robot& robot, const Numbers& q, const Numbers& qd, const Surroundings& around) {
    Momentum p;
    const auto known = known_motion(robot, q, qd, around);
    for (std::size_t i = 0; i < known.size(); ++i) {
        const Known& k = known[i];
        const Real m = robot.mass[i].mass;
        const Vec h = k.rotation * robot.mass[i].moment;
        const Vec spin = k.rotation * (robot.mass[i].inertia * (transpose(k.rotation) * k.w)) + cross(h, k.v);
        const Vec linear = k.v * m + cross(k.w, h);
        p.mass += m;
        p.com = p.com + k.position * m + h;
        p.linear = p.linear + linear;
        p.angular = p.angular + spin + cross(k.position, linear);
        if (robot.ring[i] != 0) p.angular = p.angular + k.angular[0] * (robot.ring[i] * qd[robot.dof[i]]);
    }
    p.com = p.com * (1 / p.mass);
    p.velocity = p.linear * (1 / p.mass);
    p.spin = p.angular - cross(p.com, p.linear);
    return p;
}

Numbers integrate(const Robot& robot, const Numbers& q, const Numbers& v, Real dt) {
    Numbers to = q;
    for (std::size_t i = 0; i < robot.row.size(); ++i) {
        const limb::Joint joint = robot.row[i].joint;
        const Real *rate = v.data() + robot.dof[i], *from = q.data() + robot.position[i];
        Real* own = to.data() + robot.position[i];
        if (!has_quaternion(joint)) {
            for (int f = 0; f < robot.freedoms_of(static_cast<int>(i)); ++f) own[f] += rate[f] * dt;
            continue;
        }
        // the quaternion times (cos a/2, u sin a/2), u a = w dt
        const Vec w{rate[0], rate[1], rate[2]};
        const Real angle = std::sqrt(dot(w, w)) * dt;
        const auto turned = [&](Real share, Real* out) {
            const Real c = std::cos(share * angle / 2), s = angle == 0 ? 0 : std::sin(share * angle / 2) * dt / angle;
            const Vec u = w * s, own_u{from[1], from[2], from[3]};
            const Vec vector = u * from[0] + own_u * c + cross(own_u, u);
            out[0] = from[0] * c - dot(own_u, u);
            out[1] = vector.x;
            out[2] = vector.y;
            out[3] = vector.z;
        };
        turned(1, own);
        if (joint != limb::Joint::floating) continue;
        Real half_way[4];  // whose axes the velocity is taken along
        turned(Real{0.5}, half_way);
        const Vec way = attitude(half_way) * Vec{rate[3], rate[4], rate[5]} * dt;
        own[4] += way.x;
        own[5] += way.y;
        own[6] += way.z;
    }
    return to;
}

}  // namespace oracle
