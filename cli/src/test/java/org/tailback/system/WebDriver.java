package org.tailback.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** A headless Chromium, driven by the WebDriver protocol of W3C. The test is skipped if there is none. */
final class WebDriver implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process driver;
    private final String session;

    private WebDriver(Process driver, int port) throws IOException, InterruptedException {
        this.driver = driver;
        String server = "http://127.0.0.1:" + port;
        String options = JSON.writeValueAsString(Map.of(
                "capabilities",
                Map.of(
                        "alwaysMatch",
                        Map.of(
                                "goog:loggingPrefs",
                                Map.of("browser", "ALL"),
                                "goog:chromeOptions",
                                Map.of(
                                        "args",
                                        List.of(
                                                "--headless",
                                                "--no-sandbox",
                                                "--disable-gpu",
                                                "--disable-quic",
                                                "--no-first-run",
                                                "--disable-background-networking",
                                                "--disable-component-update",
                                                "--disable-sync",
                                                "--window-size=1200,900"))))));
        JsonNode created = null;
        for (int attempt = 0; created == null; attempt++) {
            try {
                created = call("POST", server + "/session", options);
            } catch (IOException e) {
                if (attempt == 200) {
                    throw e;
                }
                Thread.sleep(50);
            }
        }
        session = server + "/session/" + created.get("sessionId").asText();
    }

    static WebDriver start(Path folder) throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        Process process;
        try {
            process = new ProcessBuilder("chromedriver", "--port=" + port)
                    .redirectErrorStream(true)
                    .redirectOutput(new File(folder.toFile(), "chromedriver.log"))
                    .start();
        } catch (IOException e) {
            return Assumptions.abort("no chromedriver: Chromium is not here");
        }
        try {
            return new WebDriver(process, port);
        } catch (IOException | AssertionError e) {
            process.destroy();
            return Assumptions.abort("Chromium does not start here: " + e.getMessage());
        }
    }

    void open(Path page) throws Exception {
        call(
                "POST",
                session + "/url",
                JSON.writeValueAsString(Map.of("url", page.toUri().toString())));
    }

    /** Sets the size of the window, pixels. */
    void resize(int width, int height) throws Exception {
        call("POST", session + "/window/rect", JSON.writeValueAsString(Map.of("width", width, "height", height)));
    }

    /** What a script returns. */
    JsonNode run(String script) throws Exception {
        return call(
                "POST",
                session + "/execute/sync",
                JSON.writeValueAsString(Map.of("script", script, "args", List.of())));
    }

    /** What the console said since the last call: errors of scripts, refused loads. */
    JsonNode console() throws Exception {
        return call("POST", session + "/se/log", JSON.writeValueAsString(Map.of("type", "browser")));
    }

    void screenshot(Path file) throws Exception {
        Files.write(
                file,
                Base64.getDecoder()
                        .decode(call("GET", session + "/screenshot", null).asText()));
    }

    private JsonNode call(String method, String address, @org.jspecify.annotations.Nullable String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address));
        request.method(
                method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new AssertionError(method + " " + address + ": " + response.body());
        }
        return JSON.readTree(response.body()).get("value");
    }

    @Override
    public void close() throws Exception {
        try {
            call("DELETE", session, null);
        } finally {
            driver.destroy();
            driver.waitFor();
        }
    }
}
