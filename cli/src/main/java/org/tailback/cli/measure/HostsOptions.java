package org.tailback.cli.measure;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.Options;
import org.tailback.cli.option.Require;
import org.tailback.error.InputException;
import org.tailback.fit.measure.Hosts;
import org.tailback.fit.measure.SimulatedHosts;
import org.tailback.fit.tcp.TcpHosts;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.Registry;

/** Options for the hosts of a measurement: servers, or the nodes of a simulated platform. */
final class HostsOptions extends Options {
    private final Given<@Nullable String> addresses = text("--hosts", "HOST:PORT,...");

    private final Given<@Nullable Path> platform = path("--platform", "FILE|NAME");

    private final Given<Double> timeout = option(Double.class, 60.0, "--timeout", "SECONDS");

    /** Returns whether hosts or a platform are given. */
    boolean areGiven() {
        return addresses.value() != null || platform.value() != null;
    }

    double timeout() {
        Require.that(timeout.value() > 0 && timeout.value() < 1e6, "--timeout", "seconds above 0", timeout.value());
        return timeout.value();
    }

    /**
     * Connects to the servers, or creates the simulated network.
     *
     * @throws InputException if neither or both are given, or a server cannot be reached
     */
    Hosts open(long seed) {
        if ((addresses.value() == null) == (platform.value() == null)) {
            throw new InputException(
                    "Name the hosts or a platform: --hosts HOST:PORT,… of servers, or --platform FILE");
        }
        return addresses.value() != null
                ? TcpHosts.connect(addresses(addresses.value()), timeout())
                : new SimulatedHosts(
                        PlatformFile.read(platform.value()).resolve(Overrides.NONE.withSeed(seed), Registry.load()));
    }

    /**
     * Returns a function from a name to a host. The name is a number, a name in the list, or a node of the platform.
     */
    ToIntFunction<String> hostOfNode(Hosts hosts) {
        if (hosts instanceof SimulatedHosts simulated) {
            return simulated.platform().cluster()::nodeNamed;
        }
        List<InetSocketAddress> all = addresses(String.valueOf(addresses.value()));
        return name -> {
            for (int host = 0; host < all.size(); host++) {
                if (name.equals(all.get(host).getHostString()) || name.equals(String.valueOf(host))) {
                    return host;
                }
            }
            throw new InputException(
                    "no host '" + name + "': expected one of --hosts, or its number from 0 to " + (all.size() - 1));
        };
    }

    static List<InetSocketAddress> addresses(String list) {
        List<InetSocketAddress> addresses = Arrays.stream(list.split(",", -1))
                .map(each -> MeasureCommand.address("--hosts", each.strip()))
                .toList();
        Require.that(addresses.size() >= 2, "--hosts", "two servers or more", "'" + list + "'");
        return addresses;
    }
}
