// MuJoCo as the physics: a model is made from the robot's rows. A base that moves is three more hinges with rotors so
// heavy (1e6 kg m^2) that nothing but the prescribed motion moves them; they are put back onto it before every step. It is not
// what tools/limb export writes, which is the table's robot: here masses and rotors are the run's, friction is the plant's.
#include <mujoco/mujoco.h>

#include <fstream>

#include "fail.hpp"
#include "physics.hpp"

namespace hil {
namespace {

constexpr double base_rotor = 1e6;  // kg m^2

std::string numbers(std::initializer_list<double> values) {
    std::string text;
    for (const double value : values) {
        char number[32];
        std::snprintf(number, sizeof number, "%.17g ", value);
        text += number;
    }
    text.pop_back();
    return text;
}
std::string vector(const Vector& v) { return numbers({v.x, v.y, v.z}); }

// nested bodies: each row in its parent, "" is the row above
class Model {
  public:
    Model(std::span<const limb::Row> rows, const Truth& truth, bool base_moves) : rows_(rows), truth_(truth) {
        xml_ =
            "<mujoco>\n<compiler angle=\"radian\" inertiafromgeom=\"false\"/>\n"
            "<option integrator=\"RK4\" gravity=\"0 0 -9.81\"><flag constraint=\"disable\"/></option>\n<worldbody>\n";
        if (base_moves) {
            xml_ += "<body name=\"base\">\n<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 1\"/>\n";
            for (const char* axis : {"0 0 1", "0 1 0", "1 0 0"})
                xml_ += std::string("<joint type=\"hinge\" axis=\"") + axis + "\" armature=\"" + numbers({base_rotor}) +
                        "\"/>\n";
        }
        add_children_of("world");
        if (base_moves) xml_ += "</body>\n";
        xml_ += "</worldbody>\n</mujoco>\n";
    }
    const std::string& xml() const { return xml_; }

  private:
    std::string parent(std::size_t i) const {
        if (*rows_[i].parent != 0) return rows_[i].parent;
        return i == 0 ? "world" : rows_[i - 1].name;
    }
    void add_children_of(const std::string& name) {
        for (std::size_t i = 0; i < rows_.size(); ++i)
            if (parent(i) == name) add(rows_[i]);
    }
    void add(const limb::Row& row) {
        const Rotation& R = row.rotation;
        const limb::Inertia& I = row.inertia;
        const double k = truth_.mass;
        xml_ += std::string("<body name=\"") + row.name + "\" pos=\"" + vector(row.at) + "\" xyaxes=\"" +
                numbers({R.x.x, R.y.x, R.z.x, R.x.y, R.y.y, R.z.y}) + "\">\n<inertial pos=\"" + vector(row.com) +
                "\" mass=\"" + numbers({k * row.mass}) + "\" fullinertia=\"" +
                numbers({k * I.xx, k * I.yy, k * I.zz, k * I.xy, k * I.xz, k * I.yz}) + "\"/>\n";
        const auto freedoms = limb::internal::table::freedoms_of(row);
        for (int k = 0; k < freedoms.count; ++k) {
            const auto& [kind, axis, number] = freedoms.of[k];
            xml_ += std::string("<joint type=\"") + (kind == limb::Kind::revolute ? "hinge" : "slide") + "\" axis=\"" +
                    vector(axis) + "\" armature=\"" + numbers({row.armature + truth_.rotor}) + "\"/>\n";
        }
        add_children_of(row.name);
        xml_ += "</body>\n";
    }

    std::span<const limb::Row> rows_;
    const Truth truth_;
    std::string xml_;
};

class MujocoPhysics : public Physics {
  public:
    MujocoPhysics(std::span<const limb::Row> rows, std::span<const double> start, const Truth& truth, Base base,
                  const std::string& path)
        : Physics(start), base_(base), ahead_(base.amplitude != 0 ? 3 : 0) {
        std::ofstream(path) << Model(rows, truth, ahead_ != 0).xml();
        char error[1000] = "";
        model_ = mj_loadXML(path.c_str(), nullptr, error, sizeof error);
        if (model_ == nullptr) fail("MuJoCo does not take " + path + ": " + error);
        if (static_cast<std::size_t>(model_->nv) != ahead_ + start.size())
            fail("MuJoCo counts other joints than we do");
        data_ = mj_makeData(model_);
    }
    ~MujocoPhysics() override {
        mj_deleteData(data_);
        mj_deleteModel(model_);
    }
    MujocoPhysics(const MujocoPhysics&) = delete;
    MujocoPhysics& operator=(const MujocoPhysics&) = delete;

    void step(double time, double seconds, std::span<const double> tau) override {
        const BaseState now = base_.at(time), middle = base_.at(time + seconds / 2);
        for (std::size_t i = 0; i < ahead_; ++i) {
            data_->qpos[i] = now.angle[i].x;
            data_->qvel[i] = now.angle[i].d;
            data_->qfrc_applied[i] = base_rotor * middle.angle[i].dd;
        }
        for (std::size_t i = 0; i < q.size(); ++i) {
            data_->qpos[ahead_ + i] = q[i];
            data_->qvel[ahead_ + i] = qd[i];
            data_->qfrc_applied[ahead_ + i] = tau[i];
        }
        model_->opt.timestep = seconds;
        mj_step(model_, data_);
        for (std::size_t i = 0; i < q.size(); ++i) {
            q[i] = data_->qpos[ahead_ + i];
            qd[i] = data_->qvel[ahead_ + i];
        }
    }

  private:
    const Base base_;
    const std::size_t ahead_;  // freedoms of the base, before the robot's
    mjModel* model_ = nullptr;
    mjData* data_ = nullptr;
};

}  // namespace

std::unique_ptr<Physics> mujoco_physics(std::span<const limb::Row> rows, std::span<const double> start,
                                        const Truth& truth, Base base, const std::string& path) {
    return std::make_unique<MujocoPhysics>(rows, start, truth, base, path);
}
bool has_mujoco() { return true; }

}  // namespace hil
