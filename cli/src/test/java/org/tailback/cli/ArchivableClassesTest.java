package org.tailback.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Java 17 dies when it archives a lambda that implements an interface of picocli, whose classes are of an older Java.
 * The launcher then has no archive, and each start takes twice as long.
 */
class ArchivableClassesTest {
    private static final int UTF_8 = 1;
    private static final int NAME_AND_TYPE = 12;
    private static final int INVOKE_DYNAMIC = 18;

    /** Returns the types that the lambdas of a class implement, as descriptors of what makes them. */
    private static List<String> lambdas(InputStream classFile) throws IOException {
        DataInputStream in = new DataInputStream(classFile);
        in.skipNBytes(8);
        int count = in.readUnsignedShort();
        String[] texts = new String[count];
        int[] types = new int[count];
        List<Integer> dynamic = new ArrayList<>();
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case UTF_8 -> texts[i] = in.readUTF();
                case 3, 4, 9, 10, 11, 17 -> in.skipNBytes(4);
                case NAME_AND_TYPE -> {
                    in.skipNBytes(2);
                    types[i] = in.readUnsignedShort();
                }
                case INVOKE_DYNAMIC -> {
                    in.skipNBytes(2);
                    dynamic.add(in.readUnsignedShort());
                }
                case 5, 6 -> {
                    in.skipNBytes(8);
                    i++;
                }
                case 15 -> in.skipNBytes(3);
                default -> in.skipNBytes(2);
            }
        }
        return dynamic.stream().map(nameAndType -> texts[types[nameAndType]]).toList();
    }

    @Test
    void lambdas_ofTheCommand_implementNoInterfaceOfPicocli() throws IOException, URISyntaxException {
        Path root = Path.of(
                Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        List<String> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file :
                    files.filter(any -> any.toString().endsWith(".class")).toList()) {
                try (InputStream in = Files.newInputStream(file)) {
                    lambdas(in).forEach(type -> all.add(root.relativize(file) + " " + type));
                }
            }
        }

        assertThat(all).anyMatch(lambda -> lambda.contains(")Ljava/util/function/"));
        assertThat(all).noneMatch(lambda -> lambda.contains(")Lpicocli/"));
    }
}
