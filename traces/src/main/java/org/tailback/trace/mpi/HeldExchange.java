package org.tailback.trace.mpi;

import org.jspecify.annotations.Nullable;
import org.tailback.program.SendMode;
import org.tailback.trace.mpi.OpenRequests.State;

/** Send and receive of one MPI_Sendrecv, held until the call ends, because they go on at the same time. */
final class HeldExchange extends RankPart {
    private @Nullable Message send;
    private @Nullable Message receive;

    HeldExchange(CallTranslator translation) {
        super(translation);
    }

    /** Returns whether the send is held; false if it is none of an exchange. */
    boolean holdSend(Message message) {
        boolean held = present.kind() == MpiCall.Kind.SENDRECV && send == null;
        send = held ? message : send;
        return held;
    }

    boolean holdReceive(Message message) {
        boolean held = present.kind() == MpiCall.Kind.SENDRECV && receive == null;
        receive = held ? message : receive;
        return held;
    }

    void perform() {
        Message out = send;
        Message in = receive;
        if (out == null && in == null) {
            return;
        }
        present.beforeOperation();
        if (out != null && in != null) {
            int receiving = requests.add(State.RECEIVE);
            int sending = requests.add(State.SEND);
            queue.ireceive(receiving, in);
            queue.isend(sending, out, SendMode.STANDARD);
            queue.await(MpiCall.Kind.WAITALL, new int[] {receiving, sending}, 2);
            requests.release(sending);
            requests.release(receiving);
            counts.sendrecvs++;
        } else if (out != null) {
            queue.send(out, SendMode.STANDARD);
        } else if (in != null) {
            queue.receive(in);
        }
        send = null;
        receive = null;
    }
}
