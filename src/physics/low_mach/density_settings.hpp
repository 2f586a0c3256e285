#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "physics/coefficients/coefficient_law.hpp"

namespace lobatto::physics {

/// rho = p_th / (R T), with the thermodynamic pressure p_th(t), the same everywhere.
struct IdealGas {
  std::string temperature;  ///< the scalar T, above zero
  double gas_constant = 1;  ///< R
  double pressure = 1;      ///< p_th where the run begins; where fluid may leave, for ever
  double gamma = 1.4;       ///< ratio of heat capacities
};

/// A density that varies at low Mach number.
struct DensitySettings {
  std::optional<IdealGas> gas;
  std::shared_ptr<CoefficientLaw> law;  ///< without a gas
  std::array<double, 3> gravity{};      ///< the force rho g; of it reference g is in the pressure
  double reference = 0;
};

}  // namespace lobatto::physics
