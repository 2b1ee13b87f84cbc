package org.tailback.fit.measure;

import java.io.IOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.tailback.error.InputException;

/**
 * A file of raw measurements ({@link DataFile}) that grows line by line, so that an interrupted measurement goes on
 * where it stopped. An existing file is continued if its settings are the same.
 */
public final class Recording implements AutoCloseable {
    private final Path file;
    private final Writer writer;
    private final String before;

    private Recording(Path file, Writer writer, String before) {
        this.file = file;
        this.writer = writer;
        this.before = before;
    }

    /**
     * Opens or begins a file.
     *
     * @param magic its first line
     * @param settings what must be the same if it is continued
     * @param network what is measured
     * @param date when, as it will stand in the file
     * @throws InputException if the file cannot be written, is another kind of file, or was measured with other
     *     settings
     */
    public static Recording open(
            Path file, String magic, Map<String, String> settings, RoundTrip network, String date) {
        Map<String, String> fixed = new LinkedHashMap<>();
        fixed.put("network", network.description());
        fixed.putAll(settings);
        try {
            if (Files.exists(file) && Files.size(file) > 0) {
                String text = DataFile.text(file);
                check(DataFile.parse(text, magic, file.toString()), fixed, file);
                String whole = text.substring(0, text.lastIndexOf('\n') + 1);
                if (whole.length() < text.length()) {
                    Files.writeString(file, whole, StandardCharsets.UTF_8);
                }
                Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.APPEND);
                writer.write("# continued: " + date + "\n");
                return new Recording(file, writer, text);
            }
            Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
            writer.write(magic + "\n");
            Map<String, String> header = new LinkedHashMap<>();
            header.put("date", date);
            header.put("client", host());
            header.put("kernel", kernel());
            header.put("jvm", javaMachine());
            if (!network.partner().isEmpty()) {
                header.put("server machine", network.partner());
            }
            header.putAll(fixed);
            for (Map.Entry<String, String> entry : header.entrySet()) {
                writer.write("# " + entry.getKey() + ": " + entry.getValue() + "\n");
            }
            writer.flush();
            return new Recording(file, writer, "");
        } catch (IOException e) {
            throw new InputException(file + ": cannot be written: " + e, e);
        }
    }

    /** Returns what a measurement depends on besides the network: host, operating system, Java machine, processors. */
    public static String machine() {
        return host() + ", " + kernel() + ", " + javaMachine() + ", "
                + Runtime.getRuntime().availableProcessors() + " processors";
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }

    private static String kernel() {
        return System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                + System.getProperty("os.arch");
    }

    private static String javaMachine() {
        return System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version");
    }

    private static void check(DataFile old, Map<String, String> fixed, Path file) {
        fixed.forEach((key, value) -> {
            String then = old.header().getOrDefault(key, "nothing");
            if (!then.equals(value)) {
                throw InputException.at(
                        file.toString(),
                        "this file was measured with " + key + " = " + then + ", now it is " + value,
                        "Name another file, or measure with the same settings");
            }
        });
    }

    /** What the file held when it was opened; empty if it is new. */
    public String before() {
        return before;
    }

    /** Adds a line without its end; it is in the file when this returns. */
    public void add(String line) {
        try {
            writer.write(line + "\n");
            writer.flush();
        } catch (IOException e) {
            throw new InputException(file + ": cannot be written: " + e, e);
        }
    }

    @Override
    public void close() {
        try {
            writer.close();
        } catch (IOException e) {
            throw new InputException(file + ": cannot be written: " + e, e);
        }
    }
}
