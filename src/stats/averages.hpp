#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace lobatto::stats {

/// What the products are made of, at a node: velocity, pressure, one scalar T, the gradients of
/// velocity and scalar, and the force per mass.
enum class Factor {
  u,
  v,
  w,
  p,
  dudx,
  dudy,
  dudz,
  dvdx,
  dvdy,
  dvdz,
  dwdx,
  dwdy,
  dwdz,
  T,
  dTdx,
  dTdy,
  dTdz,
  fx,
  fy,
  fz
};
inline constexpr std::size_t n_factors = 20;
constexpr std::size_t index_of(Factor f) { return static_cast<std::size_t>(f); }
constexpr Factor velocity_factor(int i) { return static_cast<Factor>(i); }
constexpr Factor gradient_factor(int i, int j) {
  return static_cast<Factor>(static_cast<int>(Factor::dudx) + 3 * i + j);
}
constexpr Factor scalar_gradient_factor(int j) {
  return static_cast<Factor>(static_cast<int>(Factor::dTdx) + j);
}
constexpr Factor force_factor(int i) {
  return static_cast<Factor>(static_cast<int>(Factor::fx) + i);
}

/// A product of one to three factors.
using Product = std::vector<Factor>;

/// One average: its name in files, what it is, and the products whose sum is averaged.
struct Average {
  std::string name;     ///< "uv", "p_dudx"
  std::string formula;  ///< "u v", "p du/dx"
  std::vector<Product> terms;
};

/// How much is gathered: means and second moments, or all that the budgets of the Reynolds
/// stresses, of the scalar variance and of the scalar flux are made of.
enum class Extent { basic, full };

/// Of velocity and pressure, all raw moments. A name is its factors one after another, gradients
/// set apart by '_'; an index k that occurs twice is summed over. Without pressure those with p are
/// left out: the velocity is given then, and no pressure is known.
const std::vector<Average>& flow_averages(Extent extent, bool has_pressure = true);
/// Of one scalar, which the names call T.
const std::vector<Average>& scalar_averages(Extent extent, bool has_pressure = true);

/// Of a force that fluctuates: its mean and its products with the velocity, of which the budgets of
/// the Reynolds stresses have <u_i' f_j'> + <u_j' f_i'>.
const std::vector<Average>& force_averages();

/// Of one further field, which stands where T does.
const std::vector<Average>& field_averages();

}  // namespace lobatto::stats
