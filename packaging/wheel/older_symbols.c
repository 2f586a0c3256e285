/* Two symbols whose newest versions would ask for glibc 2.35 and for the libstdc++ of GCC 12. The older versions do the same. The
   linker takes what is here instead (--wrap). */

double old_hypot(double x, double y);
__asm__(".symver old_hypot, hypot@GLIBC_2.2.5");

double __wrap_hypot(double x, double y) { return old_hypot(x, y); }

/* std::condition_variable::wait(std::unique_lock<std::mutex>&) */
void old_wait(void* condition_variable, void* lock);
__asm__(".symver old_wait, _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE@GLIBCXX_3.4.11");

void __wrap__ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(void* condition_variable, void* lock) {
  old_wait(condition_variable, lock);
}
