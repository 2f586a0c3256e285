#include "gpu/products.hpp"

#include "base/error.hpp"
#ifdef __CUDACC__
#ifdef LOBATTO_GPU_LIBRARY
#include <cublas_v2.h>
#endif
#include "gpu/tensor_product.hpp"
#endif

namespace lobatto::gpu {

namespace {

/// Each product by a kernel of our own.
template <class Kernel>
class ByKernel final : public Multiplier {
 public:
  void multiply(const Product& product, Queue queue) override {
    const Kernel kernel(product);
    launch(kernel, kernel.n_blocks(), queue);
  }
};

#ifdef LOBATTO_GPU_LIBRARY

/// The vendor's, which uses the tensor cores.
class ByLibrary final : public Multiplier {
 public:
  ByLibrary() : workspace_(workspace_size) {
    if (cublasCreate(&handle_) != CUBLAS_STATUS_SUCCESS)
      throw std::runtime_error("cuBLAS does not start");
    // A workspace of its own: a graph that is captured holds no allocation.
    cublasSetWorkspace(handle_, workspace_.data(), workspace_size * sizeof(double));
  }
  ~ByLibrary() override { cublasDestroy(handle_); }
  ByLibrary(const ByLibrary&) = delete;
  ByLibrary& operator=(const ByLibrary&) = delete;

  void multiply(const Product& p, Queue queue) override {
    cublasSetStream(handle_, queue);
    const double one = 1, zero = 0;
    const auto status = cublasDgemmStridedBatched(handle_, CUBLAS_OP_N, CUBLAS_OP_N, p.m, p.n, p.k,
                                                  &one, p.a, p.m, p.stride_a, p.b, p.k, p.stride_b,
                                                  &zero, p.c, p.m, p.stride_c, p.n_batch);
    if (status != CUBLAS_STATUS_SUCCESS) throw std::runtime_error("cuBLAS does not multiply");
  }

 private:
  static constexpr std::size_t workspace_size = 4 << 20;  // 32 MiB, what Hopper asks for
  DeviceArray workspace_;
  cublasHandle_t handle_{};
};

#endif

}  // namespace

std::unique_ptr<Multiplier> make_multiplier(const std::string& name) {
  if (name == "plain") return std::make_unique<ByKernel<TileProduct>>();
#ifdef __CUDACC__
  if (name == "tensor") return std::make_unique<ByKernel<TensorProduct>>();
#endif
#ifdef LOBATTO_GPU_LIBRARY
  if (name == "library") return std::make_unique<ByLibrary>();
#endif
  throw base::Error("no way to multiply is called '" + name + "' in this build");
}

}  // namespace lobatto::gpu
