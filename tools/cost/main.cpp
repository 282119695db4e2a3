// The kernels have been called before main, by their constructors.
int main() { return 0; }
