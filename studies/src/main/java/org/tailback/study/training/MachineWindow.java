package org.tailback.study.training;

import java.util.ArrayList;
import java.util.List;
import org.tailback.fold.Window;

/**
 * Window of GPUs of the first two machines of each stage, for steps in which all GPUs of a stage perform the same
 * operations: tokens are sent to all experts, and each GPU has a separate channel for rings of replicas. The neighbour
 * receives messages inside a machine; messages to another machine are received by its GPU with the same number.
 * Therefore the links of each GPU carry the same streams as in the whole step.
 *
 * @param division of the whole step, whose stages fill machines
 * @param gpusOfMachine number of GPUs per machine
 * @param gpus number of replayed GPUs per machine: an even divisor of {@code gpusOfMachine}, or 1 if {@code
 *     gpusOfMachine} is 1
 */
record MachineWindow(Parallelism division, int gpusOfMachine, int gpus) implements Window {
    /** Returns the candidate windows, sorted by ascending number of GPUs. */
    static List<Window> of(Parallelism division, int gpusOfMachine) {
        List<Window> found = new ArrayList<>();
        for (int gpus = Math.min(2, gpusOfMachine); gpus <= gpusOfMachine; gpus += 2) {
            boolean isPossible = division.stageDistance() % gpusOfMachine == 0 && gpusOfMachine % gpus == 0;
            MachineWindow window = new MachineWindow(division, gpusOfMachine, gpus);
            if (isPossible && window.replayed() < division.ranks()) {
                found.add(window);
            }
        }
        return found;
    }

    private int machines() {
        return Math.min(2, division.stageDistance() / gpusOfMachine);
    }

    @Override
    public int representative(int rank) {
        return division.stage(rank) * division.stageDistance();
    }

    @Override
    public boolean isReplayed(int rank) {
        int place = rank % division.stageDistance();
        return place / gpusOfMachine < machines() && place % gpusOfMachine < gpus;
    }

    @Override
    public int standIn(int rank, int partner) {
        int distance = division.stageDistance();
        if (division.stage(rank) != division.stage(partner)) {
            return rank + (division.stage(partner) - division.stage(rank)) * distance;
        }
        int first = representative(rank);
        int place = rank - first;
        boolean isInside = rank / gpusOfMachine == partner / gpusOfMachine;
        return first
                + (isInside
                        ? place / gpusOfMachine * gpusOfMachine + (place % gpusOfMachine ^ 1)
                        : (1 - place / gpusOfMachine) * gpusOfMachine + place % gpusOfMachine);
    }

    @Override
    public int replayed() {
        return division.pipeline() * machines() * gpus;
    }

    @Override
    public String text() {
        return replayed() + " of " + division.ranks() + " GPUs replayed for all: " + gpus + " of " + gpusOfMachine
                + " GPUs of " + machines() + " of " + division.stageDistance() / gpusOfMachine
                + " nodes of a stage";
    }
}
