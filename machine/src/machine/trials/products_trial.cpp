#include "machine/trials/trial_kinds.hpp"

#include "base/stopwatch.hpp"
#include "machine/trials/blocked_product.hpp"

namespace lobatto::machine {

namespace {

constexpr int matrix_size = 1024;
constexpr double flops = 2.0 * matrix_size * matrix_size * matrix_size;

template <class Real>
class Product {
 public:
  Product() : a_(n_values), b_(n_values), c_(n_values), multiply_(matrix_size) {
    a_.fill(Real(0.5));
    b_.fill(Real(0.25));
    multiply_(a_.data(), b_.data(), c_.data());  // its code is made and its memory touched
  }

  double gflops() {
    const base::Stopwatch watch;
    multiply_(a_.data(), b_.data(), c_.data());
    return 1e-9 * flops / watch.seconds();
  }

 private:
  static constexpr std::size_t n_values = std::size_t{matrix_size} * matrix_size;
  base::AlignedArray<Real> a_, b_, c_;
  BlockedProduct<Real> multiply_;
};

class ProductsTrial : public Trial {
 public:
  explicit ProductsTrial(const comm::Communicator& communicator) : communicator_(communicator) {}

  void prepare() override {
    double_.emplace();
    single_.emplace();
  }
  void release() override {
    double_.reset();
    single_.reset();
  }
  void repeat(double, std::span<std::optional<double>> values) override {
    communicator_.barrier();
    values[0] = double_->gflops();
    communicator_.barrier();
    values[1] = single_->gflops();
  }

 private:
  const comm::Communicator& communicator_;
  std::optional<Product<double>> double_;
  std::optional<Product<float>> single_;
};

}  // namespace

TrialKind products_trial() {
  return {"products",
          "large matrix products",
          2,
          1,
          [] { return std::vector<Measurand>{{"dgemm", "GFLOP/s"}, {"sgemm", "GFLOP/s"}}; },
          make_trial<ProductsTrial>};
}

}  // namespace lobatto::machine
