#include "physics/closures/eddy_viscosity.hpp"

#include <cmath>

#include "base/error.hpp"
#include "physics/closures/point_models.hpp"

namespace lobatto::physics {

namespace {

template <class Model>
EddyViscosityMaker maker(const char* word) {
  return {word, Model::constant, [](double constant) -> std::unique_ptr<EddyViscosity> {
            return std::make_unique<PointModel<Model>>(constant);
          }};
}

}  // namespace

double filter_width(double element_volume, int order) { return std::cbrt(element_volume) / order; }

const std::vector<EddyViscosityMaker>& eddy_viscosity_makers() {
  static const std::vector<EddyViscosityMaker> makers{maker<Smagorinsky>("smagorinsky"),
                                                      maker<Wale>("wale"), maker<Vreman>("vreman"),
                                                      maker<Sigma>("sigma")};
  return makers;
}

std::unique_ptr<EddyViscosity> make_eddy_viscosity(std::string_view word,
                                                   std::optional<double> constant) {
  std::string words;
  for (const auto& maker : eddy_viscosity_makers()) {
    if (maker.word == word) return maker.make(constant.value_or(maker.constant));
    words += " " + maker.word;
  }
  throw base::Error("there is no eddy viscosity \"" + std::string(word) + "\", but:" + words);
}

}  // namespace lobatto::physics
