import org.tailback.cluster.Cluster;
import org.tailback.embed.Network;
import umontreal.ssj.randvar.ExponentialGen;
import umontreal.ssj.rng.MRG32k3a;
import umontreal.ssj.simevents.*;
import umontreal.ssj.stat.Tally;

Sim.init();
String model = "max-min:bandwidth=1GB/s", cost = "hockney:latency=0s,bandwidth=1GB/s";
Network network = Network.builder(Cluster.of(8, 1)).model(model).cost(cost).on(Simulator.getDefaultSimulator()).build();
ExponentialGen gaps = new ExponentialGen(new MRG32k3a(), 700); // messages a second
Tally times = new Tally("milliseconds of a message");
new Event() {
    public void actions() {
        network.send(0, 1, 1_000_000, message -> times.add(1e3 * message.seconds()));
        if (Sim.time() < 100) schedule(gaps.nextDouble());
    }
}.schedule(0);
Sim.start();
System.out.println(times.reportAndCIStudent(0.95, 3));
