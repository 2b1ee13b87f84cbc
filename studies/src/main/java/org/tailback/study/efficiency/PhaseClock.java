package org.tailback.study.efficiency;

import org.tailback.observe.Envelope;
import org.tailback.observe.Observer;
import org.tailback.program.OperationKind;

/** The end of each phase and its computations, in one replay. Memory grows with the ranks and the phases. */
final class PhaseClock implements Observer {
    private final Iterations iterations;
    private final int[] phase;
    /** Computation of each rank in its present phase, seconds. */
    private final double[] computed;
    /** When the last rank began each phase; the end of the replay follows. */
    private final double[] begin;

    private final double[] sum;
    private final double[] longest;

    PhaseClock(Iterations iterations, int ranks) {
        this.iterations = iterations;
        phase = new int[ranks];
        computed = new double[ranks];
        begin = new double[iterations.phases() + 1];
        sum = new double[iterations.phases()];
        longest = new double[iterations.phases()];
    }

    @Override
    public void operationEntered(int rank, int thread, long index, OperationKind kind, Envelope envelope, double time) {
        if (thread == 0) {
            int[] starts = iterations.starts()[rank];
            while (phase[rank] < starts.length && starts[phase[rank]] <= index) {
                endPhase(rank, time);
            }
        }
    }

    private void endPhase(int rank, double time) {
        int ended = phase[rank]++;
        sum[ended] += computed[rank];
        longest[ended] = Math.max(longest[ended], computed[rank]);
        computed[rank] = 0;
        begin[ended + 1] = Math.max(begin[ended + 1], time);
    }

    @Override
    public void operationLeft(int rank, int thread, long index, OperationKind kind, double enter, double leave) {
        if (kind == OperationKind.COMPUTE) {
            computed[rank] += leave - enter;
        }
    }

    @Override
    public void programEnded(int rank, int thread, double time) {
        if (thread == 0) {
            while (phase[rank] < iterations.phases()) {
                endPhase(rank, time);
            }
        }
    }

    /** When a phase begins, in seconds; of the number of phases, the end. */
    double begin(int number) {
        return begin[number];
    }

    double seconds(int number) {
        return begin[number + 1] - begin[number];
    }

    double meanCompute(int number) {
        return sum[number] / phase.length;
    }

    double longestCompute(int number) {
        return longest[number];
    }
}
