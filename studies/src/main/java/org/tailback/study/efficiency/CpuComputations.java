package org.tailback.study.efficiency;

import java.util.Arrays;
import org.tailback.observe.Observer;
import org.tailback.program.OperationKind;

/** Adds up the computations of each CPU. */
final class CpuComputations implements Observer {
    private final int cpus;
    private double[] seconds = new double[0];

    /** @param cpus of a rank, >= 1 */
    CpuComputations(int cpus) {
        this.cpus = cpus;
    }

    @Override
    public void operationLeft(int rank, int thread, long index, OperationKind kind, double enter, double leave) {
        if (kind == OperationKind.COMPUTE && thread >= 0) {
            int cpu = rank * cpus + thread;
            seconds = cpu < seconds.length ? seconds : Arrays.copyOf(seconds, Math.max(cpu + 1, 2 * seconds.length));
            seconds[cpu] += leave - enter;
        }
    }

    double sum() {
        return Arrays.stream(seconds).sum();
    }

    double longest() {
        return Arrays.stream(seconds).max().orElse(0);
    }
}
