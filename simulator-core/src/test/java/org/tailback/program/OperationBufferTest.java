package org.tailback.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.tailback.error.InputException;

class OperationBufferTest {
    private static final int[] EXTREMES = {0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE};

    private record Item(
            OperationKind kind,
            int request,
            int peer,
            int tag,
            int communicator,
            long value,
            SendMode mode,
            int[] list) {}

    private static int any(Random random) {
        return random.nextInt(3) == 0 ? EXTREMES[random.nextInt(EXTREMES.length)] : random.nextInt();
    }

    private static Item append(OperationBuffer buffer, Random random) {
        int request = any(random);
        int peer = any(random);
        int tag = any(random);
        int communicator = any(random);
        long value = random.nextInt(4) == 0 ? Long.MAX_VALUE : random.nextLong() >>> 1;
        SendMode mode = SendMode.values()[random.nextInt(4)];
        int[] list = random.ints(random.nextInt(9)).toArray();
        OperationKind kind = OperationKind.values()[random.nextInt(OperationKind.values().length)];
        switch (kind) {
            case ISEND -> buffer.isend(request, peer, tag, communicator, value, mode);
            case IRECV -> buffer.irecv(request, peer, tag, communicator, value);
            case SEND -> buffer.send(peer, tag, communicator, value, mode);
            case RECV -> buffer.recv(peer, tag, communicator, value);
            case PROBE -> buffer.probe(peer, tag, communicator);
            case IPROBE -> buffer.iprobe(peer, tag, communicator, found -> {});
            case WAIT -> buffer.await(request);
            case FREE -> buffer.free(request);
            case CANCEL -> buffer.cancel(request);
            case WAITALL -> buffer.awaitAll(list, list.length);
            case WAITANY -> buffer.awaitAny(list, list.length);
            case WAITSOME -> buffer.awaitSome(list, list.length);
            case COMPUTE -> buffer.compute(value);
            case START -> buffer.start(request, sink -> false);
        }
        return new Item(kind, request, peer, tag, communicator, value, mode, list);
    }

    private static void check(OperationBuffer buffer, int position, Item item) {
        assertThat(buffer.kind(position)).isEqualTo(item.kind);
        switch (item.kind) {
            case ISEND, SEND, IRECV, RECV, PROBE, IPROBE -> {
                assertThat(buffer.peer(position)).isEqualTo(item.peer);
                assertThat(buffer.tag(position)).isEqualTo(item.tag);
                assertThat(buffer.communicator(position)).isEqualTo(item.communicator);
            }
            case WAITALL, WAITANY, WAITSOME -> {
                assertThat(buffer.peer(position)).isEqualTo(item.list.length);
                for (int i = 0; i < item.list.length; i++) {
                    assertThat(buffer.request(position + 1 + i)).isEqualTo(item.list[i]);
                }
            }
            case COMPUTE -> assertThat(buffer.seconds(position)).isEqualTo((double) item.value);
            case WAIT, FREE, CANCEL, START ->
                assertThat(buffer.request(position)).isEqualTo(item.request);
        }
        if (item.kind == OperationKind.ISEND || item.kind == OperationKind.IRECV) {
            assertThat(buffer.request(position)).isEqualTo(item.request);
        }
        if (item.kind == OperationKind.ISEND || item.kind == OperationKind.SEND) {
            assertThat(buffer.mode(position)).isEqualTo(item.mode);
            assertThat(buffer.bytes(position)).isEqualTo(item.value);
        }
        if (item.kind == OperationKind.IRECV || item.kind == OperationKind.RECV) {
            assertThat(buffer.bytes(position)).isEqualTo(item.value);
        }
    }

    /** The oracle is a queue of values. */
    @Test
    void operations_addedAndRemovedAtRandom_areThoseOfAQueue() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            OperationBuffer buffer = new OperationBuffer();
            Deque<Item> queue = new ArrayDeque<>();
            for (int i = 0; i < 300; i++) {
                boolean growing = i / 50 % 2 == 0;
                if (queue.isEmpty() || random.nextInt(growing ? 3 : 2) > (growing ? 0 : 1)) {
                    queue.add(append(buffer, random));
                } else {
                    queue.remove();
                    buffer.removeFirst();
                }
                int position = 0;
                List<Item> items = new ArrayList<>(queue);
                for (Item item : items) {
                    check(buffer, position, item);
                    position = buffer.after(position);
                }
                assertThat(buffer.size()).as("seed %s", seed).isEqualTo(position);
            }
        }
    }

    @Test
    void progressThread_ofSeveralStarts_areThoseOfTheirStarts() {
        OperationBuffer buffer = new OperationBuffer();
        Program first = sink -> false;
        Program second = sink -> false;
        buffer.start(0, first);
        buffer.start(1, second);

        assertThat(buffer.progressThread()).isSameAs(first);
        buffer.removeFirst();
        assertThat(buffer.progressThread()).isSameAs(second);
    }

    @Test
    void compute_noTime_isRefused() {
        OperationBuffer buffer = new OperationBuffer();

        assertThatThrownBy(() -> buffer.compute(Double.NaN))
                .isInstanceOf(InputException.class)
                .hasMessage("a computation must take a finite time >= 0, not NaN s");
        assertThat(buffer.size()).isZero();
    }
}
