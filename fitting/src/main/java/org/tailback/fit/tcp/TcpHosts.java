package org.tailback.fit.tcp;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tailback.error.InputException;
import org.tailback.fit.measure.Flow;
import org.tailback.fit.measure.Hosts;

/**
 * Several servers as the hosts of a measurement. Each server receives an order, all servers start at once, and their
 * times are collected. The coordinator does not transfer measured data itself. It can run on any machine that reaches
 * the servers, preferably over none of the measured links. The hosts start within about ten microseconds of each other,
 * so messages must take much longer.
 */
public final class TcpHosts implements Hosts {
    private final List<Connection> servers = new ArrayList<>();

    private TcpHosts() {}

    /**
     * Connects to all servers. Every server must have the same list of hosts.
     *
     * @param timeout of each operation of a server, seconds, > 0
     * @throws InputException if a server cannot be reached, is busy, or uses another protocol
     */
    public static TcpHosts connect(List<InetSocketAddress> addresses, double timeout) {
        TcpHosts hosts = new TcpHosts();
        try {
            addresses.forEach(address -> hosts.servers.add(Connection.to(address, Wire.CLIENT, timeout)));
            return hosts;
        } catch (InputException e) {
            hosts.close();
            throw e;
        }
    }

    @Override
    public int count() {
        return servers.size();
    }

    @Override
    public List<double[]> measure(List<Flow> flows) {
        // every host receives an order, even without flows, so that a missing host is detected and no host waits in
        // vain
        Map<Connection, List<Flow>> orders = new LinkedHashMap<>();
        for (int host = 0; host < servers.size(); host++) {
            int source = host;
            orders.put(
                    servers.get(host),
                    flows.stream().filter(flow -> flow.source() == source).toList());
        }
        orders.forEach((server, order) -> server.talk(0, Connection.ORDER, () -> {
            server.wire().writeOrder(servers.size(), order);
            return order;
        }));
        servers.forEach(server -> server.await(Wire.READY, 0));
        servers.forEach(server -> server.say(Wire.GO));
        Map<Flow, double[]> times = new IdentityHashMap<>();
        orders.forEach((server, order) -> {
            double longest = order.stream()
                    .mapToDouble(flow -> flow.repetitions() * Wire.patience(flow.exchange()))
                    .max()
                    .orElse(0);
            server.await(Wire.TIMES, longest);
            for (Flow flow : order) {
                times.put(flow, server.talk(0, () -> "times", () -> {
                    double[] seconds = new double[flow.repetitions()];
                    for (int i = 0; i < seconds.length; i++) {
                        seconds[i] = server.wire().in.readDouble();
                    }
                    return seconds;
                }));
            }
        });
        servers.forEach(server -> server.say(Wire.STOP));
        servers.forEach(server -> server.await(Wire.DONE, Wire.MOST_EXCHANGE_SECONDS));
        return flows.stream().map(times::get).toList();
    }

    @Override
    public String description() {
        return "TCP between " + servers.size() + " hosts from " + servers.get(0).server();
    }

    @Override
    public void close() {
        servers.forEach(Connection::close);
    }
}
