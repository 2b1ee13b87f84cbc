package org.tailback.fit.collective;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall.Kind;

/**
 * The benchmark that a title in the output of OSU micro-benchmarks or Intel MPI Benchmarks names, if it can be used.
 * Titles have the forms that the programs print, in upper or lower case: {@code All-to-All Personalized Exchange
 * Latency}, {@code Non-blocking Allreduce Latency}, {@code Allgather Persistent Latency}, {@code Ialltoall_pure}.
 *
 * @param operation a collective operation with one size for all ranks; null for messages between pairs
 * @param pattern of messages between pairs ({@link org.tailback.generator.MessageBenchmark}), without the size of a
 *     window; empty for collective operations
 * @param mode {@code non-blocking}, {@code persistent}, or empty
 */
record BenchmarkTitle(@Nullable Kind operation, String pattern, String mode) {
    private static final Set<Kind> USABLE = EnumSet.range(Kind.BARRIER, Kind.REDUCE_SCATTER);

    static {
        USABLE.add(Kind.REDUCE_SCATTER_BLOCK);
        USABLE.add(Kind.ALLTOALLW);
    }

    private static final Pattern MODE = Pattern.compile("(?i)\\b(non-blocking|persistent) ?");
    private static final Pattern OSU = Pattern.compile("(?i)# OSU MPI(?:-\\S+)? (.*?) ?test\\b.*");

    /** Returns the benchmark of a line such as {@code # OSU MPI-CUDA Broadcast Latency Test v7.5}. */
    static Optional<BenchmarkTitle> osu(String line) {
        Matcher title = OSU.matcher(line);
        if (!title.matches()) {
            return Optional.empty();
        }
        Matcher mode = MODE.matcher(title.group(1));
        String how = mode.find() ? mode.group(1).toLowerCase(Locale.ROOT) : "";
        String name = mode.replaceAll("").strip().toLowerCase(Locale.ROOT);
        String pattern = switch (name) {
            case "latency", "multi latency" -> "ping-pong";
            case "bandwidth", "multiple bandwidth / message rate" -> "window";
            case "bi-directional bandwidth" -> "both-ways";
            default -> "";
        };
        if (!pattern.isEmpty()) {
            return Optional.of(new BenchmarkTitle(null, pattern, how));
        }
        if (!name.endsWith("latency")) {
            return Optional.empty();
        }
        return operation(name.replaceFirst(" ?(personalized exchange)? ?latency$", ""))
                .map(operation -> new BenchmarkTitle(operation, "", how));
    }

    /** Returns the benchmark by its name, such as {@code Reduce_scatter} or {@code Ibcast}. */
    static Optional<BenchmarkTitle> imb(String name) {
        String pattern = switch (name.replaceFirst("(Any|Specific)Source$", "")) {
            case "PingPong" -> "ping-pong";
            case "PingPing", "Sendrecv" -> "sendrecv";
            case "Exchange" -> "linear";
            default -> "";
        };
        if (!pattern.isEmpty()) {
            return Optional.of(new BenchmarkTitle(null, pattern, ""));
        }
        Optional<Kind> blocking = operation(name);
        return blocking.isPresent() || !name.startsWith("I")
                ? blocking.map(operation -> new BenchmarkTitle(operation, "", ""))
                : operation(name.substring(1).replaceFirst("_pure$", ""))
                        .map(operation -> new BenchmarkTitle(operation, "", "non-blocking"));
    }

    static Optional<Kind> operation(String name) {
        String plain = name.toLowerCase(Locale.ROOT).replaceAll("[-_]", "");
        return Kind.labelled(plain.equals("broadcast") ? "bcast" : plain).filter(USABLE::contains);
    }
}
