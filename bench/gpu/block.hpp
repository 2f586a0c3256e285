#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// One source for processor and device. A kernel is a struct whose `run(block, shared)` does the
// work of one block of threads: loops over its threads between barriers. On a device a thread takes
// its share of each loop; on a processor the loop is a loop, and a barrier is nothing. Kernels are
// passed by value, so that their matrices lie in the constant memory of the device.
#ifdef __CUDACC__
#include <cuda_runtime.h>
#define LOBATTO_DEVICE __device__ __forceinline__
#define LOBATTO_BOTH __host__ __device__ inline
#define LOBATTO_FOR_THREADS(t, count) for (int t = threadIdx.x; t < (count); t += blockDim.x)
#define LOBATTO_BARRIER() __syncthreads()
#define LOBATTO_UNROLL _Pragma("unroll")
#define LOBATTO_NO_UNROLL _Pragma("unroll 1")
#define LOBATTO_KEEP_ORDER() asm volatile("" ::: "memory")
#else
#define LOBATTO_DEVICE inline
#define LOBATTO_BOTH inline
#define LOBATTO_FOR_THREADS(t, count) for (int t = 0; t < (count); ++t)
#define LOBATTO_BARRIER()
#define LOBATTO_UNROLL
#define LOBATTO_NO_UNROLL
#endif

namespace lobatto::gpu {

#ifdef __CUDACC__

inline void check(cudaError_t status, const char* what) {
  if (status != cudaSuccess)
    throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
}

/// What each thread keeps over barriers. On the device these are registers: only for loops over as
/// many threads as the block has.
template <class T, int n_threads>
struct PerThread {
  T own;
  __device__ T& operator[](int /*thread*/) { return own; }
};

using Queue = cudaStream_t;

/// Its name says what a block takes, for those who read what compilers and profilers report.
template <class Kernel, int n_threads, int shared_bytes>
__global__ void __launch_bounds__(n_threads, Kernel::blocks_at_once)
    run_block(const __grid_constant__ Kernel kernel) {
  extern __shared__ double shared[];
  kernel.run(static_cast<int>(blockIdx.x), shared);
}

template <class Kernel>
void launch(const Kernel& kernel, int n_blocks, Queue queue) {
  constexpr int bytes = Kernel::shared_size * static_cast<int>(sizeof(double));
  static_assert(bytes <= 227 << 10, "more than a block has on sm_90");
  constexpr auto run = run_block<Kernel, Kernel::n_threads, bytes>;
  static const bool is_set = [] {
    check(cudaFuncSetAttribute(run, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
          "shared memory");
    return true;
  }();
  static_cast<void>(is_set);
  run<<<n_blocks, Kernel::n_threads, bytes, queue>>>(kernel);
  check(cudaGetLastError(), "launch");
}

#else

template <class T, int n_threads>
struct PerThread {
  std::array<T, n_threads> of_all;
  T& operator[](int thread) { return of_all[static_cast<std::size_t>(thread)]; }
};

struct Queue {};

template <class Kernel>
void launch(const Kernel& kernel, int n_blocks, Queue /*queue*/) {
  std::vector<double> shared(Kernel::shared_size);
  for (int block = 0; block < n_blocks; ++block) kernel.run(block, shared.data());
}

#endif

/// Values in the memory of the device, zero at first.
class DeviceArray {
 public:
  DeviceArray() = default;
  explicit DeviceArray(std::size_t size);
  explicit DeviceArray(const std::vector<double>& values) : DeviceArray(values.size()) {
    copy_from(values);
  }
  DeviceArray(DeviceArray&& other) noexcept : size_(other.size_), values_(other.values_) {
    other.values_ = nullptr;
    other.size_ = 0;
  }
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    std::swap(values_, other.values_);
    std::swap(size_, other.size_);
    return *this;
  }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray();

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] double* data() const { return values_; }
  /// [at most size]
  void copy_from(const std::vector<double>& values);
  [[nodiscard]] std::vector<double> copied() const;

 private:
  std::size_t size_ = 0;
  double* values_ = nullptr;
};

#ifdef __CUDACC__

inline DeviceArray::DeviceArray(std::size_t size) : size_(size) {
  check(cudaMalloc(&values_, size * sizeof(double)), "device memory");
  check(cudaMemset(values_, 0, size * sizeof(double)), "device memory");
}
inline DeviceArray::~DeviceArray() { cudaFree(values_); }
inline void DeviceArray::copy_from(const std::vector<double>& values) {
  check(cudaMemcpy(values_, values.data(), values.size() * sizeof(double), cudaMemcpyDefault),
        "copy to the device");
}
inline std::vector<double> DeviceArray::copied() const {
  std::vector<double> values(size_);
  check(cudaMemcpy(values.data(), values_, size_ * sizeof(double), cudaMemcpyDefault),
        "copy from the device");
  return values;
}

#else

inline DeviceArray::DeviceArray(std::size_t size) : size_(size), values_(new double[size]()) {}
inline DeviceArray::~DeviceArray() { delete[] values_; }
inline void DeviceArray::copy_from(const std::vector<double>& values) {
  std::copy(values.begin(), values.end(), values_);
}
inline std::vector<double> DeviceArray::copied() const { return {values_, values_ + size_}; }

#endif

}  // namespace lobatto::gpu
