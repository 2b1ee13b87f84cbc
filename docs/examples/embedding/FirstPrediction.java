import java.nio.file.Path;
import org.tailback.generator.Programs;
import org.tailback.replay.ReplayResult;
import org.tailback.simulation.Simulation;

/** Predicts an all-to-all on 32 nodes of Fugaku, and a trace, with its collective operations, on LUMI. */
public class FirstPrediction {
    public static void main(String[] arguments) {
        ReplayResult exchange = Simulation.of(Programs.alltoallB(32, 65536)).on("fugaku").run();
        System.out.println(exchange.makespan());

        ReplayResult recorded = Simulation.of(Path.of(arguments[0])).on("lumi").ranksPerNode(2).run();
        System.out.println(recorded.makespan());
    }
}
