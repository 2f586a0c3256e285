#pragma once

namespace lobatto::poly {

/// Makes the BLAS that was loaded work in the calling thread alone, whatever its environment
/// variables say: there is a rank for each core already. For the main function; nothing where the
/// library knows no threads.
void use_one_blas_thread();

}  // namespace lobatto::poly
