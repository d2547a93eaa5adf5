/* For Wine before 8.10, which has no bcryptprimitives.dll: the one function of it that Rust's programs call. */
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T count)
{
    return SystemFunction036(data, (ULONG)count);
}
