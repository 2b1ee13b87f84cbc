package org.tailback.trace.mpi;

import static org.tailback.trace.mpi.OpenRequests.RECEIVE;
import static org.tailback.trace.mpi.OpenRequests.SEND;

import org.jspecify.annotations.Nullable;
import org.tailback.program.SendMode;

/** Send and receive of one MPI_Sendrecv, held until the call ends, because they go on at the same time. */
final class HeldExchange extends RankPart {
    private final Message send = new Message();
    private final Message receive = new Message();

    private static final class Message {
        private boolean held;
        private int peer;
        private int tag;
        private @Nullable Communicator communicator;
        private long bytes;

        boolean hold(int heldPeer, int heldTag, @Nullable Communicator heldCommunicator, long heldBytes) {
            if (held) {
                return false;
            }
            held = true;
            peer = heldPeer;
            tag = heldTag;
            communicator = heldCommunicator;
            bytes = heldBytes;
            return true;
        }
    }

    HeldExchange(RankTranslation translation) {
        super(translation);
    }

    /** Returns whether the send is held; false if it is none of an exchange. */
    boolean holdSend(int peer, int tag, @Nullable Communicator communicator, long bytes) {
        return present.kind() == MpiCall.Kind.SENDRECV && send.hold(peer, tag, communicator, bytes);
    }

    /** Returns whether the receive is held; false if it is none of an exchange. */
    boolean holdReceive(int peer, int tag, @Nullable Communicator communicator, long bytes) {
        return present.kind() == MpiCall.Kind.SENDRECV && receive.hold(peer, tag, communicator, bytes);
    }

    /** Performs what is held. */
    void perform() {
        if (send.held && receive.held) {
            present.beforeOperation();
            int receiving = requests.add(RECEIVE);
            int sending = requests.add(SEND);
            queue.ireceive(receiving, receive.peer, receive.tag, receive.communicator, receive.bytes);
            queue.isend(sending, send.peer, send.tag, send.communicator, send.bytes, SendMode.STANDARD);
            queue.await(new int[] {receiving, sending}, 2);
            requests.release(sending);
            requests.release(receiving);
            counts.sendrecvs++;
        } else if (send.held) {
            present.beforeOperation();
            queue.send(send.peer, send.tag, send.communicator, send.bytes, SendMode.STANDARD);
        } else if (receive.held) {
            present.beforeOperation();
            queue.receive(receive.peer, receive.tag, receive.communicator, receive.bytes);
        }
        send.held = false;
        receive.held = false;
    }
}
