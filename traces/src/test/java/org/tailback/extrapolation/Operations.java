package org.tailback.extrapolation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.tailback.generator.Operation;
import org.tailback.generator.OperationRecorder;
import org.tailback.program.CollectiveCall;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/** All that a rank performs but computation, as text: requests become their order among those in use. */
final class Operations {
    private Operations() {}

    static List<String> of(ParallelProgram program, int rank) {
        List<Operation> operations = new ArrayList<>();
        try (Program opened = program.open(rank)) {
            opened.produceAll(new OperationRecorder(operations));
        }
        List<String> text = new ArrayList<>();
        List<Integer> inUse = new ArrayList<>();
        for (Operation operation : operations) {
            if (operation instanceof Operation.Isend send) {
                inUse.add(send.request());
                text.add("isend " + send.destination() + " " + send.tag() + " " + send.bytes());
            } else if (operation instanceof Operation.Irecv receive) {
                inUse.add(receive.request());
                text.add("irecv " + receive.source() + " " + receive.tag() + " " + receive.bytes());
            } else if (operation instanceof Operation.Await wait) {
                int age = inUse.indexOf(wait.request());
                if (age >= 0) {
                    text.add("wait " + age);
                    inUse.remove(age);
                }
            } else if (operation instanceof Operation.AwaitAll wait) {
                TreeSet<Integer> ages = new TreeSet<>(Collections.reverseOrder());
                wait.requests().forEach(request -> ages.add(inUse.indexOf(request)));
                ages.remove(-1);
                if (!ages.isEmpty()) {
                    text.add("waitall " + ages);
                }
                ages.forEach(age -> inUse.remove((int) age));
            } else if (operation instanceof Operation.Collective collective) {
                CollectiveCall call = collective.call();
                text.add(call.kind() + " " + call.root() + " " + call.bytes() + " " + Arrays.toString(call.group()));
            } else if (!(operation instanceof Operation.Compute)) {
                text.add(operation.toString());
            }
        }
        return text;
    }
}
