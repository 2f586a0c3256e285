#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu/box.hpp"
#include "gpu/products.hpp"

namespace lobatto::gpu {

/// A flow in a box: periodic along x, periodic or between walls at rest across y and z.
struct Flow {
  Box box;
  int n;  ///< nodes per direction of an element
  double dt, viscosity;
  bool holds_bulk_velocity = false;
  double bulk_velocity = 0;
  bool has_scalar = false;  ///< one, zero on walls
  double diffusivity = 0, scalar_source = 0;
  std::string multiplier = "plain";
};

/// Integrals over the box, over its volume; divergence: its root mean square.
struct FlowState {
  double kinetic_energy, enstrophy, divergence;
};

/// One part of a step, to time it alone.
struct Part {
  std::string name;
  double flops, bytes;  ///< counted: the fewest bytes, each input read once
  std::function<void(Queue)> run;
};

/// Steps of order 3 (BDF3, EXT3; the wall's vorticity at order 2) at constant length. What was
/// before t = 0 is taken to be the first field, at rest in time.
class Step {
 public:
  virtual ~Step() = default;
  /// [fields] nodes
  virtual void start(const std::vector<std::vector<double>>& fields, Queue queue) = 0;
  [[nodiscard]] virtual const std::vector<Part>& parts() const = 0;
  [[nodiscard]] virtual FlowState look(Queue queue) = 0;
  [[nodiscard]] virtual std::vector<double> field(int f) const = 0;
  [[nodiscard]] virtual double force() const = 0;

  void run(Queue queue) const {
    for (const auto& part : parts()) part.run(queue);
  }
};

/// Throws base::Error where n is not one of those compiled.
std::unique_ptr<Step> make_step(const Flow& flow);

}  // namespace lobatto::gpu
