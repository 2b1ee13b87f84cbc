package org.tailback.testing;

/** A network that is pulled along gives the bits of one that is pushed. */
class LoopHostTest extends EventKernelContract {
    @Override
    protected Host newHost() {
        return Host.loop();
    }
}
