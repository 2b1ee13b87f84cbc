package org.tailback.fit.tcp;

import com.google.common.base.Preconditions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.tailback.error.InputException;
import org.tailback.fit.tree.PairTraffic;

/**
 * The coordinator of a measurement between many nodes, each a {@link TcpNode}: it gives all of them their orders at
 * once, and collects what they timed. It moves no data of the measurement itself, so it may run anywhere that reaches
 * the nodes, best on none of their links.
 */
public final class TcpPairs implements PairTraffic {
    private final List<InetSocketAddress> addresses;
    private final double timeout;
    private final List<Node> nodes = new ArrayList<>();

    private TcpPairs(List<InetSocketAddress> addresses, double timeout) {
        this.addresses = List.copyOf(addresses);
        this.timeout = timeout;
    }

    private record Node(String name, SocketChannel channel, Watchdog watchdog) {}

    /** A part of the conversation with one node. */
    private interface Talk<T> {
        T with(SocketChannel channel) throws IOException;
    }

    /**
     * Connects to all nodes.
     *
     * @param timeout how long a node may take for anything, seconds, > 0
     * @throws InputException if one cannot be reached, is busy, is something else, or has another list of nodes
     */
    public static TcpPairs connect(List<InetSocketAddress> addresses, double timeout) {
        Preconditions.checkArgument(timeout > 0, "timeout: %s", timeout);
        TcpPairs pairs = new TcpPairs(addresses, timeout);
        try {
            for (int i = 0; i < addresses.size(); i++) {
                pairs.connect(i);
            }
            return pairs;
        } catch (InputException e) {
            pairs.close();
            throw e;
        }
    }

    private void connect(int index) {
        InetSocketAddress address = addresses.get(index);
        String name = "node " + index + " (" + TcpServer.words(address) + ")";
        if (address.isUnresolved()) {
            throw new InputException(name + ": no host of the name '" + address.getHostString() + "' is known");
        }
        try {
            SocketChannel channel = SocketChannel.open();
            Node node = new Node(name, channel, new Watchdog(channel));
            nodes.add(node);
            channel.socket().connect(address, (int) Math.min(Integer.MAX_VALUE, Math.ceil(timeout * 1000)));
        } catch (IOException e) {
            throw new InputException(
                    name + ": nothing listens there (" + e.getMessage() + "). Start 'tailback measure node " + index
                            + " --nodes …' first",
                    e);
        }
        talk(nodes.get(index), channel -> {
            Wire.write(channel, PeerChannels.greeting(TrafficOrder.CONTROL, addresses.size()));
            expect(channel, TrafficOrder.READY);
            return index;
        });
    }

    @Override
    public int nodes() {
        return addresses.size();
    }

    @Override
    public String description() {
        return "TCP between " + addresses.size() + " nodes from " + TcpServer.words(addresses.get(0));
    }

    @Override
    public double[] burst(List<Pair> messages, long bytes) {
        double[][] times = run(messages, bytes, false, -1, -1, 0);
        double[] seconds = new double[messages.size()];
        for (int i = 0; i < seconds.length; i++) {
            Pair message = messages.get(i);
            seconds[i] = times[message.destination()][
                    sources(messages, message.destination()).indexOf(message.source())];
        }
        return seconds;
    }

    @Override
    public double[] pingPong(Pair pair, List<Pair> load, long loadBytes, int count) {
        return run(load, loadBytes, true, pair.source(), pair.destination(), count)[pair.source()];
    }

    private double[][] run(List<Pair> messages, long bytes, boolean continuous, int pinging, int answering, int pings) {
        Preconditions.checkArgument(bytes >= 1 && bytes <= Wire.MAX_BYTES, "bytes: %s", bytes);
        Preconditions.checkArgument(pings <= TrafficOrder.MAX_PINGS, "pings: %s", pings);
        Preconditions.checkArgument(
                new HashSet<>(messages).size() == messages.size(), "a pair occurs twice: %s", messages);
        for (int i = 0; i < nodes.size(); i++) {
            int rank = i;
            int partner = rank == pinging ? answering : rank == answering ? pinging : -1;
            TrafficOrder order = new TrafficOrder(
                    messages.stream()
                            .filter(message -> message.source() == rank)
                            .map(Pair::destination)
                            .toList(),
                    sources(messages, rank),
                    bytes,
                    continuous,
                    partner,
                    rank == pinging ? pings : 0);
            talk(nodes.get(rank), channel -> {
                order.write(channel);
                return order;
            });
        }
        nodes.forEach(node -> talk(node, channel -> expect(channel, TrafficOrder.READY)));
        say(TrafficOrder.GO);
        double[][] results = new double[nodes.size()][];
        for (int rank = 0; rank < results.length; rank++) {
            results[rank] = talk(nodes.get(rank), this::times);
        }
        if (continuous) {
            say(TrafficOrder.STOP);
            nodes.forEach(node -> talk(node, this::times));
        }
        return results;
    }

    private static List<Integer> sources(List<Pair> messages, int rank) {
        return messages.stream()
                .filter(message -> message.destination() == rank)
                .map(Pair::source)
                .toList();
    }

    private void say(byte word) {
        nodes.forEach(node -> talk(node, channel -> {
            Wire.write(channel, ByteBuffer.wrap(new byte[] {word}));
            return word;
        }));
    }

    private double[] times(SocketChannel channel) throws IOException {
        expect(channel, TrafficOrder.DONE);
        int count = integer(channel, Math.max(TrafficOrder.MAX_PINGS, TrafficOrder.MAX_NODES));
        ByteBuffer buffer = ByteBuffer.allocate(8 * count);
        Wire.read(channel, buffer);
        double[] seconds = new double[count];
        for (int i = 0; i < count; i++) {
            seconds[i] = buffer.getDouble();
        }
        return seconds;
    }

    private <T> T talk(Node node, Talk<T> talk) {
        Watchdog.Guard guard = node.watchdog().guard(timeout);
        try (guard) {
            return talk.with(node.channel());
        } catch (IOException e) {
            throw new InputException(
                    node.name()
                            + (guard.hasBitten()
                                    ? ": no answer within " + timeout + " s"
                                    : ": " + (e.getMessage() == null ? "it is gone" : e.getMessage())),
                    e);
        }
    }

    private static byte expect(SocketChannel channel, byte word) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        Wire.read(channel, one);
        byte found = one.get();
        if (found == TrafficOrder.BUSY) {
            throw new IOException("it serves another coordinator at the moment");
        }
        if (found == TrafficOrder.FAILED) {
            ByteBuffer words = ByteBuffer.allocate(integer(channel, Wire.MAX_DESCRIPTION));
            Wire.read(channel, words);
            throw new IOException(
                    StandardCharsets.UTF_8.decode(words).toString().replaceAll("\\p{Cntrl}", " "));
        }
        if (found != word) {
            throw new IOException("it does not speak this protocol");
        }
        return found;
    }

    private static int integer(SocketChannel channel, int most) throws IOException {
        ByteBuffer four = ByteBuffer.allocate(4);
        Wire.read(channel, four);
        int number = four.getInt();
        if (number < 0 || number > most) {
            throw new IOException("it announces " + number + " things; at most " + most + " are allowed");
        }
        return number;
    }

    @Override
    public void close() {
        for (Node node : nodes) {
            PeerChannels.closeQuietly(node.channel());
            node.watchdog().close();
        }
    }
}
