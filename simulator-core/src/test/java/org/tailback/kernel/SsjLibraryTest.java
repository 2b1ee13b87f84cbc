package org.tailback.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import umontreal.ssj.probdist.BetaDist;
import umontreal.ssj.probdist.StudentDist;
import umontreal.ssj.randvar.BetaGen;
import umontreal.ssj.rng.MRG32k3a;
import umontreal.ssj.simevents.Simulator;
import umontreal.ssj.stat.Tally;

/** SSJ as its users know it, with what our artifacts bring along: docs/decisions/0079. */
class SsjLibraryTest {
    /** One line of {@code jdeps --missing-deps}: class, arrow, class that is not there. */
    private static final Pattern MISSING = Pattern.compile("(?m)^ +(\\S+) +-> (\\S+) +not found");

    /** All classes that any class of SSJ refers to are there, but for the library of its charts. */
    @Test
    void classes_ofAllPackages_findWhatTheyReferTo() throws URISyntaxException {
        Path jar = Path.of(Simulator.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        StringWriter out = new StringWriter();
        ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(
                        new PrintWriter(out),
                        new PrintWriter(out),
                        "--multi-release",
                        "base",
                        "--missing-deps",
                        "-cp",
                        System.getProperty("java.class.path"),
                        jar.toString());
        TreeSet<String> users = new TreeSet<>();
        TreeSet<String> missing = new TreeSet<>();
        for (MatchResult line : MISSING.matcher(out.toString()).results().toList()) {
            users.add(line.group(1).replaceAll("\\.[A-Z].*", ""));
            missing.add(line.group(2).replaceAll("^(org\\.jfree)\\..*", "$1"));
        }
        assertThat(users).as("%s", out).containsExactly("umontreal.ssj.charts");
        assertThat(missing).containsExactly("org.jfree");
    }

    /** Mean 2, s = 1, n = 3: radius t / sqrt(3) with t(2, p) = (2 p - 1) / sqrt(2 p (1 - p)). */
    @Test
    void tally_confidenceIntervalStudent_isComputed() {
        Tally tally = new Tally("times");
        for (double value : new double[] {1, 2, 3}) {
            tally.add(value);
        }
        double t = 0.95 / Math.sqrt(2 * 0.975 * 0.025);
        double[] centreAndRadius = new double[2];
        tally.confidenceIntervalStudent(0.95, centreAndRadius);

        assertThat(centreAndRadius[0]).isEqualTo(2);
        assertThat(centreAndRadius[1]).isCloseTo(t / Math.sqrt(3), within(1e-12));
        assertThat(StudentDist.inverseF(2, 0.975)).isCloseTo(t, within(1e-12));
        assertThat(tally.reportAndCIStudent(0.95, 3)).contains("-0.484").contains("4.484");
    }

    /** A fit by maximum likelihood calls the optimisation that SSJ depends on. */
    @Test
    void distributions_thatAreFitted_areUsable() {
        BetaGen generator = new BetaGen(new MRG32k3a("beta"), 2, 5);
        double[] values = new double[5000];
        generator.nextArrayOfDouble(values, 0, values.length);
        BetaDist fitted = BetaDist.getInstanceFromMLE(values, values.length);

        assertThat(fitted.getAlpha()).isCloseTo(2, within(0.2));
        assertThat(fitted.getBeta()).isCloseTo(5, within(0.5));
    }
}
