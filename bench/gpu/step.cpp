#include "gpu/step.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "gpu/diagnostics.hpp"
#include "gpu/element_matrices.hpp"
#include "gpu/explicit_part.hpp"
#include "gpu/tensor_solver.hpp"
#include "gpu/velocity_rhs.hpp"

namespace lobatto::gpu {

namespace {

/// BDF3 and EXT3 at a constant step.
constexpr double leading_times_dt = 11.0 / 6.0;
constexpr StepWeights third_order{{3.0, -1.5, 1.0 / 3.0}, {3.0, -3.0, 1.0}};

template <int N>
void copy(const std::vector<double>& from, double (&to)[N]) {
  std::copy(from.begin(), from.end(), to);
}

template <int N, int F>
class StepOf final : public Step {
  static constexpr int M = (3 * N + 1) / 2;
  using Explicit = ExplicitPart<N, M, F>;

 public:
  explicit StepOf(const Flow& flow)
      : flow_(flow),
        multiplier_(make_multiplier(flow.multiplier)),
        pressure_solver_(flow.box, poly::EndCondition::neumann, 1, *multiplier_),
        velocity_solver_(flow.box, poly::EndCondition::dirichlet, F, *multiplier_) {
    for (int d = 0; d < 3; ++d) {
      layout_.elements[d] = flow.box[d].n_elements();
      layout_.nodes[d] = flow.box[d].n_nodes();
      std::vector<double> slopes = poly::element_lengths(flow.box[d].ticks, N - 1);
      for (double& value : slopes) value = 2 / value;
      slopes_[d] = DeviceArray(slopes);
    }
    layout_.n = N;
    tiles_.set(matrices_.derivative, derivative_);
    const auto values = static_cast<std::size_t>(layout_.n_element_nodes());
    const auto nodes = static_cast<std::size_t>(layout_.n_nodes());
    u_ = DeviceArray(F * nodes);
    pressure_ = DeviceArray(nodes);
    for (auto* field : {&next_, &after_next_, &u_hat_}) *field = DeviceArray(F * values);
    const std::size_t room =
        std::max({F * values, pressure_solver_.work_size(), velocity_solver_.work_size()});
    rhs_ = DeviceArray(room);
    work_ = DeviceArray(room);
    sums_ = DeviceArray(3 * static_cast<std::size_t>(layout_.n_elements()));
    for (int d = 1; d < 3; ++d) {
      if (flow.box[d].is_periodic) continue;
      wall_[d].n_faces = 2 * layout_.elements[0] * layout_.elements[3 - d];
      const auto size = static_cast<std::size_t>(wall_[d].n_faces) * 2 * N * N;
      wall_[d].before = DeviceArray(size);
      wall_[d].flux = DeviceArray(size);
    }
    make_parts();
  }

  void start(const std::vector<std::vector<double>>& fields, Queue queue) override {
    std::vector<double> all;
    for (const auto& field : fields) all.insert(all.end(), field.begin(), field.end());
    u_.copy_from(all);
    for (auto* sums : {&next_, &after_next_})
      sums->copy_from(std::vector<double>(sums->size(), 0.0));
    // u and N of the two levels before are those of this one: what they give to the first step.
    Explicit kernel = explicit_part();
    kernel.weights = {{0, 0, third_order.beta[2] / flow_.dt}, {0, 0, third_order.a[2]}};
    kernel.weights.beta[1] = (third_order.beta[1] + third_order.beta[2]) / flow_.dt;
    kernel.weights.a[1] = third_order.a[1] + third_order.a[2];
    run_walls(queue);
    launch(kernel, layout_.n_elements(), queue);
  }

  [[nodiscard]] const std::vector<Part>& parts() const override { return parts_; }

  FlowState look(Queue queue) override {
    Diagnostics<N> kernel{layout_, slopes(), u_.data(), sums_.data(), {}, {}};
    copy(matrices_.gll.weights, kernel.mass);
    kernel.derivative = derivative_;
    launch(kernel, layout_.n_elements(), queue);
    std::array<double, 3> sums{};
    const auto of_elements = sums_.copied();
    for (std::size_t q = 0; q < of_elements.size(); ++q) sums[q % 3] += of_elements[q];
    const double volume = flow_.box[0].length() * flow_.box[1].length() * flow_.box[2].length();
    return {sums[0] / volume, sums[1] / volume, std::sqrt(sums[2] / volume)};
  }

  [[nodiscard]] std::vector<double> field(int f) const override {
    const auto all = u_.copied();
    const auto n = layout_.n_nodes();
    return {all.begin() + f * n, all.begin() + (f + 1) * n};
  }

  [[nodiscard]] double force() const override { return velocity_solver_.force(); }

 private:
  struct Walls {
    int n_faces = 0;
    DeviceArray before, flux;
  };

  [[nodiscard]] ElementSlopes slopes() const {
    return {{slopes_[0].data(), slopes_[1].data(), slopes_[2].data()}};
  }

  [[nodiscard]] Explicit explicit_part() const {
    Explicit kernel{};
    kernel.layout = layout_;
    kernel.slopes = slopes();
    kernel.weights = third_order;
    for (double& beta : kernel.weights.beta) beta /= flow_.dt;
    if (F > 3) kernel.source[F - 1] = flow_.scalar_source;
    kernel.u = u_.data();
    kernel.next = next_.data();
    kernel.after_next = after_next_.data();
    kernel.u_hat = u_hat_.data();
    kernel.pressure_rhs = rhs_.data();
    for (int d = 1; d < 3; ++d)
      kernel.wall_flux[d] = wall_[d].n_faces > 0 ? wall_[d].flux.data() : nullptr;
    copy(matrices_.gll.weights, kernel.mass);
    kernel.matrices = explicit_matrices_;
    return kernel;
  }

  [[nodiscard]] WallFlux<N> wall_flux(int across) const {
    WallFlux<N> kernel{layout_,
                       slopes(),
                       across,
                       flow_.viscosity,
                       {2, -1},
                       u_.data(),
                       wall_[across].before.data(),
                       wall_[across].flux.data(),
                       {},
                       {}};
    copy(matrices_.gll.weights, kernel.mass);
    for (int m = 0; m < N; ++m) kernel.end_slope[m] = matrices_.derivative(N - 1, m);
    return kernel;
  }

  [[nodiscard]] VelocityRhs<N, F> velocity_rhs() const {
    VelocityRhs<N, F> kernel{layout_, slopes(), pressure_.data(), u_hat_.data(), rhs_.data(),
                             {},      {}};
    copy(matrices_.gll.weights, kernel.mass);
    kernel.derivative = derivative_;
    return kernel;
  }

  void run_walls(Queue queue) const {
    for (int d = 1; d < 3; ++d)
      if (wall_[d].n_faces > 0) launch(wall_flux(d), wall_[d].n_faces, queue);
  }

  void make_parts() {
    const double values = static_cast<double>(layout_.n_element_nodes());
    const double nodes = static_cast<double>(layout_.n_nodes());
    const double lines = layout_.n_elements();
    // Folded products take half of the multiplications.
    const double z = 3.0 * N * N * N * M * F, x = 2.0 * F * M * N * N * M,
                 y = 2.0 * F * M * M * N * M, slopes = 2.0 * F * M * M * M * M,
                 back = 1.0 * F * M * (M * M * N + M * N * N);
    const double of_element = 2 * z + x + y + slopes + back + 6.0 * F * M * M * M +
                              8.0 * F * N * N * N + 3.0 * N * N * N * N;
    parts_.push_back({"explicit part", lines * of_element, 8 * (F * nodes + (5.0 * F + 1) * values),
                      [this](Queue queue) {
                        run_walls(queue);
                        launch(explicit_part(), layout_.n_elements(), queue);
                      }});
    parts_.push_back(
        {"pressure solve", pressure_solver_.flops(), pressure_solver_.bytes(), [this](Queue queue) {
           pressure_solver_.solve({0, {1, 0, 0, 0}, 0, false}, rhs_.data(), work_.data(),
                                  pressure_.data(), queue);
         }});
    parts_.push_back({"right-hand sides", lines * (3.0 * N * N * N * N + 4.0 * F * N * N * N),
                      8 * (nodes + 2.0 * F * values), [this](Queue queue) {
                        launch(velocity_rhs(), layout_.n_elements(), queue);
                      }});
    parts_.push_back(
        {"velocity solve", velocity_solver_.flops(), velocity_solver_.bytes(), [this](Queue queue) {
           velocity_solver_.solve(
               {leading_times_dt / flow_.dt,
                {flow_.viscosity, flow_.viscosity, flow_.viscosity, flow_.diffusivity},
                flow_.bulk_velocity,
                flow_.holds_bulk_velocity},
               rhs_.data(), work_.data(), u_.data(), queue);
         }});
  }

  Flow flow_;
  std::unique_ptr<Multiplier> multiplier_;
  TensorSolver pressure_solver_, velocity_solver_;
  ElementMatrices<N, M> matrices_;
  TileStore tiles_;
  typename Explicit::Matrices explicit_matrices_ = set_matrices<N, M, F>(matrices_, tiles_);
  FoldedMatrix<N, N, -1> derivative_{};
  Layout layout_{};
  std::array<DeviceArray, 3> slopes_;
  DeviceArray u_, pressure_, next_, after_next_, u_hat_, rhs_, work_, sums_;
  std::array<Walls, 3> wall_;
  std::vector<Part> parts_;
};

template <int N>
std::unique_ptr<Step> step_of(const Flow& flow) {
  if (flow.has_scalar) return std::make_unique<StepOf<N, 4>>(flow);
  return std::make_unique<StepOf<N, 3>>(flow);
}

}  // namespace

std::unique_ptr<Step> make_step(const Flow& flow) {
  if (flow.n == 8) return step_of<8>(flow);
  if (flow.n == 10) return step_of<10>(flow);
  if (flow.n == 16) return step_of<16>(flow);
  throw base::Error("n = " + std::to_string(flow.n) + ": compiled are 8, 10 and 16");
}

}  // namespace lobatto::gpu
